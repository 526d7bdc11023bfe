// Package sim marks a heap in virtual time: the marker's policies, carried out
// by up to mark.MaxWorkers virtual workers on a machine with a processor for
// each, in one goroutine, the same for the same seed everywhere. It says how far
// the policies and the shape of a heap let a mark scale, apart from what the
// machine at hand does to it.
//
//	curve, err := sim.Sweep(ctx, h, sim.Config{}, []int{1, 2, 4, 1024})
//
// # What is real
//
// The heap, the deques (package stealq, any kind), the overflow list and the
// pending bitmap (package overflow) are those of the marker; so are the rules, which
// both have from one package, mark/internal/policy: batches of up to 64 on their way through
// a ring, blocks of a grain on a bounded deque, half of what is private given away
// when somebody is idle, chunks of 512 references of the roots and of huge
// objects, the order in which a worker looks for work, victims, amounts, steals
// though there is work, a lone worker's start, sleeping and waking. The set that
// is marked is the reachable one, whatever the options.
//
// # What is virtual
//
// Time. Each worker has a clock; an event is the end of something that a worker
// does, and events happen one at a time in order of time, ties in order of the
// worker's number (clock.go). What a worker finds by scanning a batch is marked
// when the scan ends, and not before, so another worker may find the same object
// meanwhile and win it. What things cost is in Costs.
//
// A steal lasts from its look at the victim to its compare-and-swap. If another
// theft from the same victim ends in between, it is lost, for the kinds of deque
// that can lose.
//
// # What is left out
//
// Caches and the memory's bandwidth: an object costs the same whoever scans it,
// however many do at once, wherever it lies. Contention on words that all share:
// the termination detector, the overflow list, the cursors of ranges, words of
// the mark bitmap. Owners make no thief lose but by emptying the deque. The
// operating system: no worker ever waits for a processor. So speedups are upper
// estimates, and the difference to a measured one is the machine's.
package sim
