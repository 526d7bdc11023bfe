// Package sim marks a heap in virtual time, with up to [mark.MaxWorkers] workers on an
// imagined machine that has a processor for each. The same seed gives the same result
// everywhere.
//
// It is the marker itself that runs, not a model of it. The result says how far its rules,
// and the shape of a heap, let a mark scale. It says this apart from what the machine at
// hand does to a mark.
//
//	curve, err := sim.Sweep(ctx, h, sim.Config{}, []int{1, 2, 4, 1024})
//	fmt.Println(curve.Ceiling(), curve.Points[3].Speedup)
//
// [Run] runs one mark. [costs.Bounds] computes what no mark can go below. [Sweep] does
// both, for several numbers of workers. Any number of goroutines may call them at
// once for one heap, if no goroutine changes the heap.
//
// # What is real
//
// The heap and the marker: its workers with their stacks, deques of any kind of package stealq, the overflow list, the
// pending bitmap, ranges, owners and their queues, speculation, the detector and the lobby. Each worker is a coroutine, and
// one of them runs at a time.
//
// The set that is marked is the reachable one, whatever the options.
//
// # What is virtual
//
// Time. Each worker has a clock. The time of each thing is charged to it, at points in the marker's code that stand
// before the effect (package mark/internal/virtual). [costs.Costs] says how long things take. At a point the worker with
// the earliest clock goes on. If two have the same time, the worker with the lower number comes first.
//
// A worker scans a batch, and finds objects. They are marked when the scan ends, and
// not before. Another worker may find the same object meanwhile, and win it.
//
// A steal lasts from its look at the victim to its compare-and-swap. Another theft
// from the same victim may end between the two. Then the steal is lost, if the kind
// of deque can lose. A worker that looks at empty deques runs ahead of the others, by up to 512 ns
// with 1,024 workers. It may therefore miss an item that appears in this time.
//
// The gate of speculation reads this time, too. A heap that is a file is marked as if it were in memory.
//
// # What is left out
//
//   - Caches, and the bandwidth of memory, unless [Config] names a machine (package machines). An object costs the same for each
//     worker, however many workers scan at once, and wherever the object lies.
//   - Contention on words that all workers share: the termination detector, the
//     overflow list, the cursors of ranges, the words of the mark bitmap. An owner
//     makes a thief lose only by emptying the deque.
//   - The operating system. No worker ever waits for a processor.
//
// So the speedups are upper estimates. The difference to a measured speedup is the
// machine's. Owners of mark bits are an exception: half of a bitmap fits better into a
// cache than all of it, and a processor waits for several slots at once. So a real mark with
// owners may be faster than one in virtual time.
package sim
