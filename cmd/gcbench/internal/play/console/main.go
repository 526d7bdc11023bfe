// Command console is the engine of gcbench play without a page: it reads a request from each
// line of the standard input, and writes the answer as a line. Build it with the tag
// interleave.
package main

import (
	_ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/cast" // more scenes
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/engine"
)

func main() { engine.Run() }
