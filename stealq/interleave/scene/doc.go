// Package scene is a language for small programs over deques, and over ranges of
// indices. The explorer runs such a program in every schedule.
//
// A [Scene] says what the deques hold at first and what each thread does, with a letter
// for each operation. It checks the law of items: each item that was pushed is taken
// exactly once. A [Form] says how to make the deques. The same scene runs on the
// production source, on a form as its paper prints it, and on a wrong form:
//
//	s := scene.Scene{Form: f, Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}}
//	rep := interleave.Explore(s.Run, interleave.Options{})
//
// In this scene the deque holds one item. Its owner pops, and a thief steals half.
//
// [Scene.Shortest] finds a failing schedule with the fewest steps. If Tell is set, the outcomes of an
// exploration say what the form answers. A [Range] is a scene over a range of indices, in place of a deque.
//
// The package knows no deque. It imports the explorer alone, so tests inside package
// stealq can use it.
package scene
