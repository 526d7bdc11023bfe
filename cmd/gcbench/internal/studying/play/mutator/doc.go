// Package mutator has the scenes of gcbench play in which a program changes references while a marker marks, with the write barriers of
// package concurrent. A build without the tag interleave has nothing of it.
package mutator
