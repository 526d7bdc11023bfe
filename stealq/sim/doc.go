// Package sim has discrete-time models of work stealing: loads are numbers,
// processors are array elements, a step is a loop. Nothing runs in parallel
// and nothing depends on the machine, so a model answers for thousands of
// processors, and the same seed gives the same figures everywhere.
//
//   - Balance: how far a load stays above the average when processes balance in
//     random pairs. Hendler and Shavit, "Non-Blocking Steal-Half Work Queues"
//     (PODC 2002), section 3.
//   - Dag: what shared and split deques cost on a dag of instructions. Rito and
//     Paulino, "Scheduling computations with provably low synchronization
//     overheads" (2022), section 5.
//   - Makespan: how much later than a perfect schedule independent tasks are done.
//     Tchiboukdjian, Gast, Trystram, Roch and Bernard, "A Tighter Analysis of Work
//     Stealing" (ISAAC 2010).
//
// Functions may be called from any goroutine, several at a time.
package sim
