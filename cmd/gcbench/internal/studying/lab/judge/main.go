//go:build !played

package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Main runs one of the checks, which gcbench has chosen, and ends the process. The others have
// separate processes. Under the race detector it ends with what the detector says, if the
// detector finds something.
func Main(checks ...Check) {
	o, err := orders()
	var file *os.File
	if err == nil {
		file, err = os.OpenFile(o.Output, os.O_WRONLY|os.O_APPEND, 0)
	}
	if err != nil || o.Check >= len(checks) {
		fmt.Fprintln(os.Stderr, "run by gcbench lab check:", err)
		os.Exit(2)
	}
	watch(o.Memory)
	if nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stdout = nowhere // what the answer prints is not shown, and must not cost a pipe
	}
	// An answer that loops does not outlive a supervisor that was killed.
	context.AfterFunc(child.Lifeline(context.Background(), os.Stdin), func() { os.Exit(2) })
	link(checks)
	explores = newExplorer(&o)
	t := &teller{to: json.NewEncoder(file), token: o.Token}
	go t.watchAttempts()
	if o.Again != nil {
		guarded(checks[o.Check])
		t.tell(verdict.Event{Again: explores.digests})
	} else {
		t.judge(checks[o.Check], o.Check == len(checks)-1)
	}
	os.Exit(0)
}
