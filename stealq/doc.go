// Package stealq holds work-stealing deques. They are for parallel programs whose work makes
// new work, such as the search of a graph or the mark of a garbage collector.
//
// Begin with New of [StealHalf], the recommended [Kind]. It makes one deque for each worker:
//
//	deques := stealq.StealHalf.New(workers, 1024) // each holds up to 1,024 items
//
//	own := deques[me]        // in worker number me, which is the owner of this deque
//	pushed := own.Push(item) // false: own is full, and the caller still has the item
//	item, ok := own.Pop()    // the newest item; false: own is empty
//	n, outcome := own.Steal(deques[other], stealq.Half) // from another worker to own
//
// A worker pushes what it finds and pops the newest item. When its deque is empty, it
// steals from another worker. The package example is a whole program. It also shows how
// workers notice that no work is left.
//
// # The contract
//
// All kinds implement [Deque]. A deque is a bounded list of uint64 handles with two ends.
// The caller decides what a handle means. A deque has one owner at a time, and only the
// owner calls Push, Pop and Steal. Any number of other goroutines may be its thieves.
//
//	                    oldest                 newest
//	thieves steal here -> a  b  c  d  e  f  g  h <- the owner pushes and pops here
//	                    ^top                    ^bottom
//
// Each pushed item is popped exactly once, by the owner or by a thief that has stolen it.
// All that happened before the Push of an item happened before the Pop that returns it, in
// the sense of the Go memory model.
//
// A steal has three outcomes: [Took], [Empty] and [Lost]. Lost is not Empty: another
// goroutine was faster, and the victim may have work left. Items on their way may be
// visible in neither deque. A program must therefore count a thief as active from before
// the call until the thief has looked at the result.
//
// A deque does not replace a channel: it never blocks until there is work. It is not
// unbounded either, so the caller needs a place for items that Push refuses.
//
// # Kinds
//
// Each kind is a variable of type *[Kind]. Its file describes the algorithm, its
// invariants and what each operation costs.
//
//	kind       file          a thief takes         owner's path            source
//	StealHalf  stealhalf.go  up to half at once    CAS at powers of two    Hendler and Shavit, PODC 2002
//	ABP        abp.go        one                   CAS for the last item   Arora, Blumofe and Plaxton, SPAA 1998
//	ChaseLev   chaselev.go   one                   CAS for the last item   Chase and Lev, SPAA 2005
//	Split      split.go      one, on request       plain loads and stores  Rito and Paulino, 2022
//	Rudolph    rudolph.go    one or half, or gifts CAS for everything      Rudolph, Slivkin-Allalouf and Upfal, SPAA 1991
//	Locked     locked.go     one, half or all      lock for everything     -
//	Central    central.go    nothing, all share    lock for everything     Graham, SIAM J. Appl. Math. 1969
//
// CAS is short for compare-and-swap. Choose a kind as follows.
//
//   - [StealHalf]: a thief that finds work finds enough of it to stay busy.
//   - [ABP] and [ChaseLev]: for items that stand for much work each. ABP allocates its
//     memory in New, and ChaseLev when it needs it.
//   - [Split]: for owners that call often and are seldom robbed. An owner that does not
//     call cannot be robbed.
//   - [Rudolph]: for programs that even out the lengths of deques. Its deques alone are a
//     [Balancer].
//   - [Locked]: the oracle for tests, and the baseline for measurements.
//   - [Central]: one queue for all workers. It shows what separate deques are worth.
//
// A deque takes 8 bytes for each item of its capacity, and less than a kilobyte besides.
// Split and Locked take 16 bytes for each item. The deques of Central share one queue.
//
// Your kind of deque can take the place of these: see [Kind].
package stealq
