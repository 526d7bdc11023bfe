// Package sim marks a heap in virtual time. It carries out the marker's policies with
// up to [mark.MaxWorkers] virtual workers. All of them run in one goroutine, on an
// imagined machine that has a processor for each. The same seed gives the same result
// everywhere.
//
// So it says how far the policies, and the shape of a heap, let a mark scale. It says
// this apart from what the machine at hand does to a mark.
//
//	curve, err := sim.Sweep(ctx, h, sim.Config{}, []int{1, 2, 4, 1024})
//	fmt.Println(curve.Ceiling(), curve.Points[3].Speedup)
//
// [Run] simulates one mark. [Bounds] computes what no mark can go below. [Sweep] does
// both, for several numbers of workers. Any number of goroutines may call them at
// once for one heap, if nobody changes the heap.
//
// # What is real
//
// The heap, the deques (package stealq, any kind), the overflow list and the pending
// bitmap (package overflow) are those of the marker. The rules are real, too. Both
// packages have them from mark/internal/policy:
//
//   - Batches of up to 64 objects go through a ring.
//   - Blocks of a grain lie on a bounded deque.
//   - A worker gives half of what is private away when somebody is idle.
//   - The roots and huge objects are claimed in chunks of 512 references, from the
//     marker's ranges (package ranges).
//   - If mark bits have owners, a reference travels to the owner of its bit, in slots
//     and queues of the marker's sizes. There is a processor for each owner.
//   - A worker that marks alone follows lists ahead of itself, and idle workers help it:
//     the shortcut table, the cursors and the gate are the marker's.
//   - The order in which a worker looks for work, the victims and the amounts are the
//     marker's. So are steals by a worker that has work, the start of a lone worker,
//     sleeping and waking.
//
// The set that is marked is the reachable one, whatever the options.
//
// # What is virtual
//
// Time, which the gate of speculation reads, too. Each worker has a clock. An event is the end of something that a worker does.
// Events happen one at a time, in order of time. If two have the same time, the
// worker with the lower number comes first (clock.go).
//
// A worker scans a batch, and finds objects. They are marked when the scan ends, and
// not before. Another worker may find the same object meanwhile, and win it. [Costs]
// says how long things take.
//
// A steal lasts from its look at the victim to its compare-and-swap. Another theft
// from the same victim may end between the two. Then the steal is lost, if the kind
// of deque can lose.
//
// # What is left out
//
//   - Caches, and the bandwidth of memory. An object costs the same, whoever scans
//     it, however many workers scan at once, and wherever the object lies.
//   - Contention on words that all workers share: the termination detector, the
//     overflow list, the cursors of ranges, the words of the mark bitmap. An owner
//     makes a thief lose only by emptying the deque.
//   - The operating system. No worker ever waits for a processor.
//
// So the speedups are upper estimates. The difference to a measured speedup is the
// machine's. Owners of mark bits are an exception: half of a bitmap fits better into a
// cache than all of it, and a processor waits for several slots at once. So a real mark with
// owners may be faster than the simulated one.
package sim
