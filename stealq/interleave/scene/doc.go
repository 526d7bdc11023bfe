// Package scene is a language for small programs over deques, and over ranges of indices. The
// explorer runs such a program in every schedule.
//
// Begin with a [Scene], and give its Run to the explorer:
//
//	s := scene.Scene{Form: f, Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}}
//	rep := interleave.Explore(s.Run, interleave.Options{})
//
// In this scene the first deque holds one item. Its owner pops, and a thief steals half. A
// [Form] makes the deques. Package printed has forms, right and wrong ones. Your form has a
// Make that returns deques with the methods of [Deque].
//
// A scene checks the law of items: each item that was pushed is taken exactly once. It checks
// the answers of operations and the deques at rest too, unless ItemsOnly is set.
// [Scene.Shortest] finds a failing schedule with the fewest steps. A [Range] is a scene over a
// range of indices, in place of a deque.
//
// The package imports the explorer alone, so tests inside package stealq can use it.
package scene
