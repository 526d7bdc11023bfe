// Package sim has discrete-time models of work stealing. Loads are numbers, processors are
// array elements, and a step is a loop. Nothing runs in parallel, and nothing depends on
// the machine. A model answers for thousands of processors, and the same seed gives the
// same figures everywhere.
//
//   - [Balance] says how far a load stays above the average when processes balance in
//     random pairs. Hendler and Shavit, "Non-Blocking Steal-Half Work Queues" (PODC 2002),
//     section 3.
//   - [Dag] says what shared and split deques cost on a dag of instructions. Rito and
//     Paulino, "Scheduling computations with provably low synchronization overheads"
//     (2022), section 5.
//   - [Makespan] says how much later than in a perfect schedule independent tasks are done.
//     Tchiboukdjian, Gast, Trystram, Roch and Bernard, "A Tighter Analysis of Work
//     Stealing" (ISAAC 2010).
//
// Each of them returns an error if an option is out of its bounds. The error names the
// option and the bounds. Any number of goroutines may call the functions at once.
package sim
