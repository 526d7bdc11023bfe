// Package marker has the scenes of gcbench play in which the marker runs: marks of small graphs by two workers,
// and the lobby alone. It has files for a build with the tag interleave only.
//
// In a workshop (package play) there are copies of this package. Each imports a copy of package mark with a known
// bug, and gives the engine the scenes in which this bug shows.
package marker
