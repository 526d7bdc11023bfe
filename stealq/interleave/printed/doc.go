// Package printed holds the deques and ranges of package stealq in wrong forms: as their papers
// print them, or with another known mistake. They show which error each printed line causes,
// and they are the negative controls of the explorer.
//
// Begin with a function such as [StealHalf]. Give it the lines that are to be wrong, and run
// the form in a scene:
//
//	wrong := printed.StealHalf(printed.LateTheftTest)
//	s := scene.Scene{Form: wrong, Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}}
//	fmt.Println(s.Shortest().Failure) // item 1 is taken twice, and the schedule
//
// Each form is a transcript over the explorer's variables, with a switch for each wrong line.
// With no line wrong, a transcript is line for line what stealq runs. Every wrong form fails
// in a small scene, and the right form fails in none.
//
// The package imports the explorer and the language of scenes, and nothing of stealq. Its few
// lines on ranges and amounts are a second opinion on those in stealq.
package printed
