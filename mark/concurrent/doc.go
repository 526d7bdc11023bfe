// Package concurrent is a toy for teaching: mutators change references while a marker follows them, and write
// barriers keep the marker from losing objects. It has the barriers of the literature. Package mark does not
// use it.
//
// Describe a small program as a [Run], or take that of [Torn]. Start it, and look at the heap in the end:
//
//	run := concurrent.Torn(concurrent.YuasaSwap) // two mutators, and a marker
//	var all sync.WaitGroup
//	h := run.Start(func(name string, body func()) { all.Go(body) }, nil)
//	all.Wait()
//	fmt.Println(h.View().Lost()) // nil: no object is lost
//
// Goroutines show one order of steps. Package states searches all of them, and finds the shortest run in
// which a barrier loses an object.
//
// # Why a barrier
//
// A mutator can hide a white object from the marker (Dijkstra and others, CACM 21(11), 1978):
//
//	a black object, and a grey one            it is white, reachable, and the marker will not look
//
//	   A ●      B ◐ ──→ C ○        ─────→       A ● ──→ C ○      B ◐
//
// Two things must happen: a black object comes to refer to C, and no grey object leads to C any more. A
// barrier is the code that a mutator runs with each store, so that one of the two cannot happen:
//
//	strong invariant   no black object refers to a white one                        Dijkstra, Steele
//	weak invariant     a white one that a black one refers to hangs on a grey one    Yuasa, the hybrid
//
// The registers of a mutator are its stack. The marker scans stacks as it scans objects, at once or one by
// one. A stack that was scanned is black, and its mutator goes on to change it. This is where barriers differ
// most.
//
// # Your own barrier
//
// A [Barrier] is a function that makes its accesses to shared memory by calls of [Memory]. Anything may
// happen between two of them.
//
// [Buffers] is another topic: how workers learn that a concurrent mark is done.
package concurrent
