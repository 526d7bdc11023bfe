// Command wasm is the engine of gcbench play as a program. A worker of the page loads it. Compiled for this machine it
// reads a request from each line of the standard input, for tests. Build it with the tag interleave. In a workshop (package
// play) a file is added that imports copies of packages, for what they give to the engine when the program begins.
package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/engine"
	_ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/marker"  // scenes of whole marks
	_ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/mutator" // scenes of mutators
)

func main() { engine.Run() }
