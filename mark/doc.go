// Package mark finds in parallel what is reachable: the live objects of a
// simulated heap, or the nodes of any graph.
//
//	reached, err := mark.Graph(ctx, g, roots, mark.Options{})
//
// # How it works
//
// It is the mark phase of a parallel garbage collector, after Flood, Detlefs,
// Shavit and Zhang, "Parallel Garbage Collection for Shared Memory
// Multiprocessors" (JVM 2001). An object is white (not seen), grey (marked, its
// references not yet scanned) or black (scanned). Each worker repeats, and the
// function trace in worker.go reads almost the same:
//
//	while there is a grey object
//	    take some off my stack
//	    for each reference to a white object: mark it, push it
//	    let others have what I do not need
//
// Grey objects live, in the order in which a worker looks for them, in
//
//	private stack   one worker's own memory, no atomic operations
//	own deque       where thieves can take half (package stealq)
//	open ranges     the roots and huge objects, claimed chunk by chunk
//	overflow list   blocks for which a deque had no room (package overflow)
//	pending bitmap  refs for which the overflow pool had no block
//	others' deques  stolen from
//
// What moves between workers is a block of refs, one item of a deque; with
// grain 1 it is a single ref, as in the papers. An object is marked when it is
// pushed, by an atomic operation on its bit that exactly one worker wins (a
// plain one while only one worker is awake), so each object is scanned exactly
// once. Nothing grows while a mark runs: when
// all else is full there is a bit for every object in the pending bitmap.
//
// A worker that finds nothing leaves, and comes back when something is
// published; terminate.go argues why the mark ends exactly when no grey object
// is left. Worker 0 runs on the caller's goroutine. The others sleep until the
// first one has something to give away, so a small heap is marked by one worker
// at the cost of one.
//
// # Trust
//
// Every complete mark ends with conservation laws (conserve.go): what was
// pushed was popped, what was marked was scanned, once. A mark that breaks one
// returns an error. Panics of user code, damaged heaps, faults of mapped files
// and cancelled contexts end all workers and come back as errors.
package mark
