// Package engine is a Marker and its workers. Package mark is what users see of it: options, errors, results, and
// what may be marked.
//
// It is the mark phase of a parallel garbage collector, after Flood, Detlefs, Shavit
// and Zhang, "Parallel Garbage Collection for Shared Memory Multiprocessors" (JVM
// 2001). An object is white (not seen), grey (marked, its references not yet scanned)
// or black (scanned). Each worker repeats what follows. The function trace in
// trace.go reads almost the same.
//
//	while there is a grey object
//	    take some off my stack
//	    for each reference to a white object: mark it, push it
//	    let others have what I do not need
//
// A worker looks for grey objects in these places, in this order:
//
//	private stack   one worker's own memory, no atomic operations
//	inbox           references to bits that this worker owns, sent by others
//	own deque       where thieves can take half (package stealq)
//	open ranges     the roots and huge objects, claimed chunk by chunk
//	overflow list   blocks for which a deque had no room (package overflow)
//	pending bitmap  refs for which the overflow list had no block; in a mapped heap all that
//	                are far (mapscan.go)
//	others' deques  stolen from
//
// A block of refs moves between workers. It is one item of a deque. With grain 1 it
// is a single ref, as in the papers.
//
// An object is marked when it is pushed, and exactly one worker sets its bit. Each
// object is scanned exactly once. There are three ways, see tune.Marking:
//
//	exclusive  one worker marks alone, with ordinary stores: at the beginning, and
//	           whenever there is too little for two
//	owned      each worker sets the bits that it owns, with ordinary stores, and sends
//	           the other references to their owners (package forward)
//	shared     each worker may try to set each bit, with an atomic operation
//
// Nothing grows while a mark runs, unless the deques are of a kind that grows. When
// all other places are full, there is still a bit for each object in the pending
// bitmap.
//
// A worker that finds nothing leaves. It comes back when work is published. The mark
// ends exactly when no grey object is left; package crew has the proof. Worker 0 runs
// on the caller's goroutine. The others sleep until the first one has something to
// give away. A small heap is marked by one worker, at the cost of one.
//
// A file calls mostly what stands below it:
//
//	entry.go                                  a mark of each kind of graph, and with which bits it begins
//	both.go    bothscan.go                    a mark in both directions
//	run.go                                    from the first worker's start to the last one's sleep
//	trace.go                                  the loop of a worker
//	share.go   find.go                        giving away, and looking for work
//	thincalls.go  speculate.go                while the frontier is thin
//	scan.go    mapscan.go  calls.go           what it means to scan
//	receive.go give.go                        references from others; what others may take
//	idle.go    prepare.go  finish.go  progress.go  broken.go
//	grey.go                                   who sets which mark bits
//	machine.go                                what a worker does instead in virtual time
//	new.go     marker.go   worker.go          what a Marker and a worker have; package options has what may be chosen
//
// The invariants have labels: E for the bits with which a mark begins (entry.go), B for both directions (both.go), S and C for speculation (speculate.go,
// thincalls.go). The packages below have their own.
package engine
