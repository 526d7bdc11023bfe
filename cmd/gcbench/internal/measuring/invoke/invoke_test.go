//go:build unix

package invoke

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// script is a program that plays gcbench.
func script(t *testing.T, lines string) *Command {
	t.Helper()
	path := filepath.Join(t.TempDir(), "gcbench")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+lines+"\n"), 0o700))
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no /bin/sh here to play gcbench")
	}
	return &Command{Name: "process 3, tree", Program: path, Args: []string{"--shape", "tree"}, Patience: time.Minute}
}

// TestRun: what a process prints and says comes back.
func TestRun(t *testing.T) {
	c := script(t, `echo "$GCBENCH_INVOCATION $*"; printf '\036gcbench-progress 0.2500 tree: sample 3\n' >&2; echo "gcbench: warning: it is late" >&2`)
	var heard string
	out, err := c.Run(t.Context(), func(part float64, text string) { heard = fmt.Sprint(part, " ", text) })
	require.NoError(t, err)
	assert.Equal(t, "1 run --shape tree\n", string(out.Report))
	assert.Equal(t, "0.25 tree: sample 3", heard)
	assert.Equal(t, []string{"it is late"}, out.Warnings)
	assert.Positive(t, out.PID)
	out, err = c.Run(t.Context(), nil)
	require.NoError(t, err)
	assert.Len(t, out.Warnings, 1)
}

// TestProcessThatFails: the error names it and repeats what it said.
func TestProcessThatFails(t *testing.T) {
	for lines, says := range map[string]string{
		"echo gcbench: it is broken >&2; exit 1":                              "process 3, tree: its process ended (exit status 1) and said: gcbench: it is broken",
		"echo half a report; kill -9 $$":                                      "process 3, tree: its process ended (signal: killed)",
		"echo gcbench: warning: no matter >&2; exit 2":                        "process 3, tree: its process ended (exit status 2)",
		"printf 'no end of line' >&2; exit 1":                                 "said: no end of line",
		"i=0; while [ $i -lt 3000 ]; do echo x; i=$((i+1)); done >&2; exit 1": "said: x\nx\n",
	} {
		out, err := script(t, lines).Run(t.Context(), nil)
		assert.Nil(t, out)
		assert.ErrorContains(t, err, says)
		assert.ErrorContains(t, err, "process ")
		assert.Less(t, len(err.Error()), 2*2000)
	}
	_, err := (&Command{Name: "x", Program: filepath.Join(t.TempDir(), "nothing"), Patience: time.Minute}).Run(t.Context(), nil)
	assert.ErrorContains(t, err, "no such file")
}

// TestOnlyProblemsAreRepeated: neither progress nor a warning is what a process died of.
func TestOnlyProblemsAreRepeated(t *testing.T) {
	_, err := script(t, `printf '\036gcbench-progress 0 x\n' >&2; echo gcbench: warning: no matter >&2; echo broken >&2; exit 1`).Run(t.Context(), func(float64, string) {})
	require.Error(t, err)
	assert.Contains(t, err.Error(), " and said: broken")
}

// TestProcessThatHangs is ended, and nothing of it is left.
func TestProcessThatHangs(t *testing.T) {
	c := script(t, `sleep 600 & echo $! >"$0.pid"; wait`) // as a script that starts gcbench
	c.Patience = 100 * time.Millisecond
	began := time.Now()
	_, err := c.Run(t.Context(), nil)
	assert.ErrorContains(t, err, "process 3, tree: process ")
	assert.ErrorContains(t, err, "gave no sign of life for 100ms and was ended: --patience allows more")
	assert.Less(t, time.Since(began), 30*time.Second)
	gone(t, c.Program+".pid")
}

// TestSignOfLife: a line on standard error starts the wait again.
func TestSignOfLife(t *testing.T) {
	if testing.Short() {
		t.Skip("this takes 2 seconds of waiting")
	}
	t.Parallel()
	c := script(t, `for i in 1 2 3 4 5 6; do printf '\036gcbench-progress 0 x\n' >&2; sleep 0.25; done; echo done`)
	c.Patience = time.Second
	out, err := c.Run(t.Context(), nil)
	require.NoError(t, err)
	assert.Equal(t, "done\n", string(out.Report))
}

// TestCancel: a process ends when its standard input does, because it listens.
func TestCancel(t *testing.T) { cancelled(t, `echo $$ >"$0.pid"; cat; exit 1`) }

// TestSlowCancel: a process that does not listen is killed after 5 seconds of grace.
func TestSlowCancel(t *testing.T) {
	tagged.Slow(t)
	cancelled(t, `echo $$ >"$0.pid"; exec sleep 600`)
}

func cancelled(t *testing.T, lines string) {
	c := script(t, lines)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for range 3000 {
			if b, err := os.ReadFile(c.Program + ".pid"); err == nil && len(b) > 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_, err := c.Run(ctx, nil)
	assert.ErrorIs(t, err, context.Canceled)
	gone(t, c.Program+".pid")
}

// gone asserts that the process whose number is in the file has ended.
func gone(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	require.NoError(t, err)
	ended := func() bool { // an orphan may wait until another process notices its end
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return syscall.Kill(pid, 0) == syscall.ESRCH || err == nil && strings.Contains(string(stat), ") Z")
	}
	assert.Eventually(t, ended, 10*time.Second, time.Millisecond)
}
