// Package sim has discrete-time models of work stealing. They answer questions about thousands
// of processors on any machine.
//
// Begin with [Makespan]: how long do processors take for independent tasks that are all on one
// of them at first?
//
//	r, err := sim.Makespan(sim.MakespanOptions{Loads: sim.OneQueue(1024, 1<<20), Seed: 1})
//	fmt.Println(r.Makespan, "time slots; a perfect schedule has", 1<<20/1024)
//
// There are three models, each from a paper.
//
//   - [Makespan]: the delay of independent tasks against a perfect schedule. Tchiboukdjian,
//     Gast, Trystram, Roch and Bernard, "A Tighter Analysis of Work Stealing" (ISAAC 2010).
//   - [Balance]: the distance of loads from their average when processes balance in random
//     pairs. Hendler and Shavit, "Non-Blocking Steal-Half Work Queues" (PODC 2002), section 3.
//   - [Dag]: the costs of shared and of split deques on a dag of instructions. Rito and
//     Paulino, "Scheduling computations with provably low synchronization overheads" (2022),
//     section 5.
//
// Loads are numbers, processors are array elements, and a step is a loop. Nothing runs in
// parallel. The same seed gives the same figures everywhere.
//
// Each function returns an error if an option is out of its bounds. The error names the
// option and the bounds. Any number of goroutines may call the functions at once.
package sim
