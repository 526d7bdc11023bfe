// Package concurrent has what a marker needs when the program does not stop: the write barriers of the literature, in a
// heap so small that every run of it can be searched. It is for teaching and for exploration. Nothing in package mark uses it.
//
// A mutator is a program that changes references while a marker follows them. It can hide a white object from the
// marker, as Dijkstra and others saw (CACM 21(11), 1978):
//
//	a black object, and a grey one            it is white, reachable, and the marker will not look
//
//	   A ●      B ◐ ──→ C ○        ─────→       A ● ──→ C ○      B ◐
//
// Two things must happen: a black object comes to refer to C, and no grey object leads to C any more. A barrier is what the
// mutator does beside each store so that one of the two cannot happen.
//
//	strong invariant   no black object refers to a white one                        Dijkstra, Steele
//	weak invariant     a white one that a black one refers to hangs on a grey one    Yuasa, the hybrid
//
// A mutator has registers, its stack. The marker scans them as it scans objects, at once or stack by stack, and
// a stack that it has scanned is black: the mutator goes on to change it. This is where barriers differ most.
//
// A barrier is a function ([Barrier]) that makes its accesses to shared memory by calls ([Memory]). Between
// any two of them anything may happen. Two engines run it:
//
//	package states      every access in every order, with an unlimited number of operations, in a heap of three objects
//	Heap, Mutator,      goroutines with atomic words. The schedule explorer repeats on them, by short scripts, what the
//	Marking, Run        search of states has found
//
// [Buffers] is how workers learn that a concurrent mark is done.
package concurrent
