//go:build unix

package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// playing is a program that plays gcbench: it notes its name and its flags in a file log
// beside it, runs the line, and reports what is in the file.
func playing(t *testing.T, dir, name, line, report string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(fmt.Sprintf("#!/bin/sh\necho %s \"$@\" >>%s/log\n%s\nexec cat %s\n", name, dir, line, report)), 0o700))
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no /bin/sh here to play gcbench")
	}
	return path
}

// TestSidesTakeTurns: A B, then B A, each with its own program, heap and flags.
func TestSidesTakeTurns(t *testing.T) {
	dir := t.TempDir()
	of := func(cpu string) func(map[string]any) {
		return func(r map[string]any) { r["env"] = map[string]any{"cpu": cpu} }
	}
	a := playing(t, dir, "a", "", recorded(t, of("x"), around(1000, 1)...))
	b := playing(t, dir, "b", "", recorded(t, of("y"), around(1000, 1)...))
	line := "compare --a --shape=tree --b --shape=list --objects 50 --workers 1 --seed 7 --reps 9 --no-verify --until 0.001% --for 1ms --json - --binary-a " + a + " --binary-b " + b
	status, stdout, stderr := runCLI(strings.Fields(line)...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stderr, "warning: --until 0.001% is not reached after 1ms: --for allows more time\n")
	r := decode(t, stdout)
	assert.Equal(t, "x", r["a"].(map[string]any)["env"].(map[string]any)["cpu"])
	assert.Equal(t, "y", r["b"].(map[string]any)["env"].(map[string]any)["cpu"])
	assert.Equal(t, false, r["partial"])
	const both = "--objects 50 --layout shuffled --seed 7 --workers 1 --reps 9 --no-verify --json -\n"
	assert.Equal(t, "a run --shape tree "+both+"b run --shape list "+both, read(t, filepath.Join(dir, "log")))

	status, _, stderr = runCLI(append(strings.Fields("compare --shape tree,list --workers 1 --invocations 2 --binary-a"), a, "--binary-b", b)...)
	require.Equal(t, session.ExitOK, status, stderr)
	order := ""
	for _, line := range strings.Split(read(t, filepath.Join(dir, "log")), "\n")[2:] {
		if f := strings.Fields(line); len(f) > 3 {
			order += f[0] + " " + f[3] + ", "
		}
	}
	assert.Equal(t, "a tree, b tree, a list, b list, b list, a list, b tree, a tree, ", order)
}

// TestInterruptedComparison: what was complete is written and marked as a part.
func TestInterruptedComparison(t *testing.T) {
	dir := t.TempDir()
	report := recorded(t, nil, around(1000, 1)...)
	waits := fmt.Sprintf("if [ $(grep -c ^a %s/log) = 3 ]; then cat >/dev/null; exit 1; fi", dir)
	a, b := playing(t, dir, "a", waits, report), playing(t, dir, "b", "", report)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for range 3000 {
			if log, _ := os.ReadFile(filepath.Join(dir, "log")); strings.Count(string(log), "a run") == 3 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	var stdout, stderr bytes.Buffer
	status := command(ctx, []string{"compare", "--shape", "tree", "--workers", "1", "--invocations", "9", "--binary-a", a, "--binary-b", b, "--json", "-"}, &stdout, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr.String(), "interrupted")
	r := decode(t, stdout.String())
	assert.Equal(t, true, r["partial"])
	row := r["rows"].([]any)[0].(map[string]any)
	assert.EqualValues(t, 2, row["a"].(map[string]any)["invocations"])
}
