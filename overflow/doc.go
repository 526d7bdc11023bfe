// Package overflow holds the work of a parallel marker that does not fit in
// its bounded deques. It has two tiers, and neither allocates after it was made:
//
//   - A [List] of blocks from a [Pool], shared by all workers. It preserves the
//     order in which work was found, roughly, and costs four compare-and-swaps
//     for each block of references: out of the pool, into the list, and back.
//     The pool can be exhausted, or have no block at all.
//   - A [Pending] set, one bit for each possible reference. It cannot be
//     exhausted, costs an atomic operation for each reference, and hands the
//     references out in ascending order, chunk by chunk.
//
// A worker tries the first and falls back on the second:
//
//	rest := refs[list.Publish(refs):]
//	for _, ref := range rest {
//		pending.Add(ref)
//	}
//
// and a worker without work looks in both. Whatever is in either tier is
// visible to every worker at once. Nothing here counts: the caller keeps statistics, for
// itself, without shared writes.
//
// # Concurrency
//
// All operations are lock-free and safe for any number of goroutines except
// the Reset methods, the constructors, and what only the owner of a block may
// do (Fill, Refs, Put, Push). The types for atomic variables stand in one file.
// Go's atomics are sequentially consistent (package sync/atomic), and the
// arguments in the comments rely on nothing weaker or stronger.
//
// Deciding that a mark is over is the caller's. Two things must hold for
// Empty to be of use there: a worker is counted active before it takes
// anything out of a tier, and until what it took is scanned or put somewhere
// visible; and both tiers are looked at again after the last worker offered to stop.
//
// # How others do it
//
// Flood, Detlefs, Shavit and Zhang ("Parallel Garbage Collection for Shared
// Memory Multiprocessors", Java Virtual Machine Research and Technology
// Symposium, 2001) bound each worker's deque and put what overflows into a
// shared set that needs no memory of its own. Every object begins with a
// pointer to its class. The overflowed objects of one class are linked through
// that very word, and the class holds the head of its list, so the word can be
// restored when an object leaves the list: the list says which class it was.
// Classes with a list that is not empty are linked in turn.
//
// A heap that is mapped from a file for reading only cannot be written to, and
// an object here begins with its counts, which differ from object to object:
// no list head can say what the word was before. So references are kept
// beside the heap, in blocks while there are any and as bits after that.
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
