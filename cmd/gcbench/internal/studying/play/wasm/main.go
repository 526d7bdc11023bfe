// Command wasm is the engine of gcbench play as a program. A worker of the page loads it. Compiled for this machine it
// reads a request from each line of the standard input, for tests. Build it with the tag interleave.
package main

import (
	_ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/cast" // more scenes
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/engine"
)

func main() { engine.Run() }
