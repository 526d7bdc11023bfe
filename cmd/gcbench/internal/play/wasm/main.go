//go:build js && wasm

// Command wasm is the engine of gcbench play in a browser. A worker of the page loads it.
package main

import (
	_ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/cast" // more scenes
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/engine"
)

func main() { engine.Run() }
