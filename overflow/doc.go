// Package overflow holds the work of a parallel marker that does not fit in its
// bounded deques. It has two tiers. Neither of them allocates anything after it was
// made.
//
//   - A [List] of blocks from a [Pool]. All workers share it. It roughly preserves
//     the order in which work was found. Each block of references costs four
//     compare-and-swaps: out of the pool, into the list, and both ways back. The pool
//     can be exhausted, and it can have no block at all.
//   - A [Pending] set, with one bit for each possible reference. It is never full. It
//     costs an atomic operation for each reference. It hands the references out chunk
//     by chunk, each in ascending order.
//
// A worker tries the first tier. The rest goes into the second:
//
//	rest := refs[list.Publish(refs):]
//	for _, ref := range rest {
//		pending.Add(ref)
//	}
//
// A worker without work looks in both. Every worker can see what is in either tier. Nothing here
// counts, because shared counters cost time. The caller keeps its statistics.
//
// # Who may call
//
// Any number of goroutines may call any method at once. These are the exceptions:
//
//   - A Reset method needs that no other goroutine uses the pool, list or set meanwhile.
//   - Only the owner of a block may call Fill, Refs, Put and Push.
//
// All operations are lock-free. The types of the atomic variables stand in one file
// (atomics.go). Go's atomics are sequentially consistent: all goroutines agree on one
// order of them. The arguments in the comments rely on nothing weaker or stronger.
//
// # The end of a mark
//
// The caller decides when a mark is over. Empty helps there only if two things hold:
//
//  1. A worker is counted as active before it takes anything out of a tier. It stays
//     active until what it took is scanned, or is put somewhere visible.
//  2. Both tiers are looked at again after the last worker has offered to stop.
//
// # How others do it
//
// Flood, Detlefs, Shavit and Zhang, "Parallel Garbage Collection for Shared Memory Multiprocessors"
// (Java Virtual Machine Research and Technology Symposium, 2001), also bound each worker's deque.
// References that overflow go into a shared set that needs no memory. There every object begins
// with a pointer to its class. The overflowed objects of one class are linked through this very
// word. The class holds the head of its list. When an object leaves the list, the list says which
// class it was, and so the word can be restored. The classes whose lists are not empty are linked
// in turn.
//
// We cannot do this, for two reasons. A heap that is mapped from a file for reading
// only cannot be written to. And an object here begins with its counts. These differ
// from object to object, so no list can say what the word was before. We therefore keep
// the references beside the heap: in blocks while there are any, and as bits after
// that.
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
package overflow
