//go:build !played

package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/child"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
)

// Main runs the checks in turn, up to the first that is broken. It ends the process. Under
// the race detector it ends with what the detector says, if the detector finds something.
func Main(checks ...Check) {
	file, err := os.OpenFile(os.Getenv(Output), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, "run by gcbench lab check:", err)
		os.Exit(2)
	}
	watch(limitBytes())
	// An answer that loops does not outlive a gcbench that was killed.
	context.AfterFunc(child.Lifeline(context.Background(), os.Stdin), func() { os.Exit(2) })
	link(checks)
	t := &teller{to: json.NewEncoder(file)}
	go t.watchAttempts()
	for _, c := range checks {
		if !t.judge(c) {
			os.Exit(0)
		}
	}
	t.tell(verdict.Event{Last: true})
	os.Exit(0)
}
