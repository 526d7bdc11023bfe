//go:build js && wasm

// Command wasm is the engine of gcbench play in a browser. A worker of the page loads it.
package main

import (
	"encoding/json"
	"syscall/js"

	_ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/cast" // more scenes
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/stage"
)

// main gives the worker the function halfmarkAnswer(request, progress), and then waits.
func main() {
	js.Global().Set("halfmarkAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		progress := func(p stage.Progress) bool {
			text, _ := json.Marshal(p)
			args[1].Invoke(string(text))
			return true
		}
		return string(stage.Answer([]byte(args[0].String()), progress))
	}))
	js.Global().Call("halfmarkReady")
	select {}
}
