// Package overflow holds the work of a parallel marker that does not fit in its bounded deques.
// An item of work is a reference: a number of 32 bits.
//
// Begin with [NewPool], [NewList] and [NewPending], once for all workers. A worker whose deque
// is full publishes references, and a worker without work takes them:
//
//	list := overflow.NewList(overflow.NewPool(1024, 64)) // 1,024 blocks of up to 64 references
//	pending := overflow.NewPending(limit)                // references are below limit
//
//	for _, ref := range refs[list.Publish(refs):] { // the references that had no room in the list
//		pending.Add(ref)
//	}
//
//	buf := make([]uint32, 64)      // at least the grain of the pool, and at least 64
//	n := list.Take(buf)            // buf[:n]
//	if n == 0 {
//		n = pending.Take(buf, worker) // 0: there was nothing in either
//	}
//
// The package example is a program.
//
// # The two tiers
//
// No tier allocates anything after it was made. Every worker can see the references in both.
//
//   - A [List] of blocks from a [Pool] roughly preserves the order in which work was found.
//     Each block costs four compare-and-swaps: out of the pool, into the list, and both ways
//     back. The pool can be exhausted, and it can have no block at all.
//   - A [Pending] set has one bit for each possible reference. It is never full. It costs an
//     atomic operation for each reference. It hands the references out chunk by chunk, each
//     in ascending order.
//
// The package counts nothing, because shared counters cost time.
//
// # Who may call
//
// Any number of goroutines may call any method at once, with two exceptions.
//
//   - While a Reset method or Prefault runs, no other goroutine may use the pool, list or set.
//   - Only the owner of a block may call Fill, Refs, Put and Push.
//
// All operations but Reset and Prefault are lock-free. Go's atomics are sequentially
// consistent, and the package relies on that.
//
// # The end of a mark
//
// The caller decides when a mark is over. Empty helps there only if two things hold:
//
//  1. A worker is counted as active before it takes anything out of a tier. It stays active
//     until it has scanned those references, or has put them somewhere visible.
//  2. Both tiers are looked at again after the last worker has offered to stop.
package overflow

// How others do it.
//
// Flood, Detlefs, Shavit and Zhang, "Parallel Garbage Collection for Shared Memory Multiprocessors"
// (Java Virtual Machine Research and Technology Symposium, 2001), also bound each worker's deque.
// References that overflow go into a shared set that needs no memory. There every object begins
// with a pointer to its class. The overflowed objects of one class are linked through this very
// word. The class holds the head of its list. When an object leaves the list, the list says which
// class it was, and so the word can be restored. The classes whose lists are not empty are linked
// in turn.
//
// This package cannot do so, for two reasons. A heap that is mapped from a file for reading
// only cannot be written to. And an object here begins with its counts. The counts differ
// from object to object, so no list can restore the word. The references therefore stand
// beside the heap: in blocks while there are any, and as bits after that.
//
//	collector                    when the mark stack is full
//	---------------------------  ------------------------------------------------------
//	Flood, Detlefs et al. 2001   objects linked through their class words, lists by class
//	HotSpot G1, concurrent mark  mark stack grows, marking restarts from the bitmap
//	HotSpot Parallel             unbounded stack of segments, private to the worker
//	Boehm bdwgc                  entries dropped, stack doubled, marked blocks rescanned
//	.NET                         lowest and highest address kept, that range rescanned
//	Eclipse OMR                  second mark bit, then one thread walks the heap
//	OCaml 5                      excess compressed into a hash table of bit sets
//	Go, ZGC                      unbounded: buffers allocated until memory ends
