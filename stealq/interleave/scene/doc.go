// Package scene is a language for small programs over deques, and over ranges of
// indices, that the explorer runs in every schedule.
//
// A [Scene] says what the deques hold at first and what each thread does, a letter for
// each operation. It holds every item to its law: each item that was pushed is taken
// exactly once. A [Form] says how to make the deques, so the same scene runs on the
// production source, on a form as its paper prints it, and on a wrong form:
//
//	s := scene.Scene{Form: f, Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}}
//	rep := interleave.Explore(s.Run, interleave.Options{})
//
// Here the owner of a deque with one item pops, and a thief steals half.
//
// [Scene.Shortest] finds a failing schedule of the fewest steps, [Same] compares what
// two forms answer, and a [Range] is a scene over a range of indices in place of a
// deque.
//
// The package knows no deque: it imports the explorer alone, so that tests inside
// package stealq can use it.
package scene
