package engine

import (
	"encoding/json"
	"syscall/js"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
)

// Run gives the worker of the page the function halfmarkAnswer(request, progress), and then
// waits. It does not return.
func Run() {
	js.Global().Set("halfmarkAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		progress := func(p stage.Progress) {
			text, _ := json.Marshal(p)
			args[1].Invoke(string(text))
		}
		return string(stage.Answer([]byte(args[0].String()), progress))
	}))
	js.Global().Call("halfmarkReady")
	select {}
}
