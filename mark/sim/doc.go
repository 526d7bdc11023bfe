// Package sim marks a heap in virtual time, with up to mark.MaxWorkers workers on an imagined machine that
// has a processor for each. It says how far the marker's rules and the shape of a heap let a mark scale.
//
// Call [Sweep] with a heap and some numbers of workers:
//
//	curve, err := sim.Sweep(ctx, h, sim.Config{}, []int{1, 2, 4, 1024})
//	fmt.Println(curve.Ceiling(), curve.Points[3].Speedup)
//
// [Run] runs one mark. [costs.Bounds] computes the time that no mark can go below. The same seed gives the
// same result on every machine. Any number of goroutines may call these functions at once for one heap, if no
// goroutine changes the heap.
//
// # What is real
//
// The marker and the heap: the code of package mark runs, and the set that it marks is the reachable one. Each
// worker is a coroutine, and one of them runs at a time.
//
// # What is virtual
//
// Time. Each worker has a clock, and costs.Costs says how much each thing adds to it. The worker with the
// earliest clock goes on. If two clocks are equal, the lower number comes first.
//
//   - A worker marks the objects that a scan finds when the scan ends. Meanwhile another worker may win them.
//   - A steal is lost if another theft from the same victim ends while it lasts, and the kind of deque can
//     lose.
//   - A worker that looks at empty deques may miss an item that appears within the next 512 ns.
//   - A heap that is a file is marked as if it were in memory.
//
// # What is left out
//
//   - Caches, and the bandwidth of memory, unless Config names a machine (package machines). An object costs
//     each worker the same, wherever it lies.
//   - Contention on words that all workers share: the termination detector, the overflow list, the cursors of
//     ranges, the words of the mark bitmap. An owner makes a thief lose only by emptying the deque.
//   - The operating system. No worker ever waits for a processor.
//
// Speedups are therefore upper estimates, and the difference to a measured speedup is the machine's. Owners
// of mark bits are an exception: half of a bitmap fits better into a cache than all of it. A real mark with
// owners may be faster than in virtual time.
package sim
