package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/confine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// This file has the process that inspects an answer. It is this program once more, because the
// type checker, too, can be asked for any amount of memory.

// inspection is what is to be inspected.
type inspection struct {
	Lab    string
	Answer Files
}

// inspecting, in the environment, is the file with the inspection. It makes this program an
// inspector.
const inspecting = "GCBENCH_INSPECTION"

// Serve does what this process was started for, if a check has started it, and returns the
// exit status. Otherwise mine is false. Call it first in main.
func Serve() (status int, mine bool) {
	switch file := os.Getenv(inspecting); {
	case confine.Here():
		return confine.Supervise(), true
	case file != "":
		if err := inspectFile(file); err != nil {
			fmt.Fprintln(os.Stderr, "gcbench:", err)
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// inspectFile writes what keeps the judge from judging to standard output.
func inspectFile(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var i inspection
	if err := json.Unmarshal(text, &i); err != nil {
		return err
	}
	l, err := Named(i.Lab)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(inspect(l, i.Answer))
}

// run returns what keeps the judge from judging an answer, a line each.
func (i *inspection) run(ctx context.Context) (why []string, err error) {
	text, err := json.Marshal(i)
	if err != nil {
		return nil, err
	}
	dir, remove, err := origin.TempDir("lab")
	if err != nil {
		return nil, err
	}
	defer remove()
	file := filepath.Join(dir, "inspection.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	cmd, err := child.Self()
	if err != nil {
		return nil, err
	}
	cmd.Env = append(os.Environ(), inspecting+"="+file)
	limits := reading
	limits.Dir = dir
	ended, said, err := confined(ctx, "the inspection", cmd, limits)
	if err != nil {
		return nil, err
	}
	if needs := limits.Says(ended, said); needs != "" {
		return []string{OverLimit("to read it takes " + needs).Error()}, nil
	}
	if ended.Status != 0 || json.Unmarshal(ended.Out, &why) != nil {
		return append([]string{"it cannot be read: the type checker has failed"}, said[:min(len(said), 5)]...), nil
	}
	return why, nil
}
