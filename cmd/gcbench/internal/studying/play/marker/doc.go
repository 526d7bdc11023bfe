// Package marker has the scenes of gcbench play in which the marker runs: marks of small graphs by two workers,
// and the lobby alone. A build without the tag interleave has nothing of it.
//
// In a workshop (package play) there is a copy of this package. It imports a copy of package mark that can have one
// of three bugs, and gives the engine the scenes in which they show.
package marker
