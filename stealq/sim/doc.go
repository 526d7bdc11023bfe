// Package sim has discrete-time models of work stealing: loads are numbers,
// processors are array elements, a step is a loop. Nothing runs in parallel
// and nothing depends on the machine, so a model answers for thousands of
// processors, and the same seed gives the same figures everywhere.
//
// Makespan is the model of Tchiboukdjian, Gast, Trystram, Roch and Bernard, "A
// Tighter Analysis of Work Stealing" (ISAAC 2010).
package sim
