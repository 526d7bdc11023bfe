//go:build unix

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// invocationsOf waits until a process has at least one child that measures, and returns
// its children.
func invocationsOf(t *testing.T, pid int) (children []string) {
	t.Helper()
	require.Eventually(t, func() bool {
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
		for _, list := range lists {
			pids, _ := os.ReadFile(list)
			children = append(children, strings.Fields(string(pids))...)
		}
		return len(children) > 0
	}, 30*time.Second, time.Millisecond)
	return children
}

// ended reports whether a process has ended, even if its parent has not noticed.
func ended(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	_, state, _ := strings.Cut(string(stat), ") ")
	return err != nil || strings.HasPrefix(state, "Z")
}

// TestKilledParentLeavesNothing: SIGKILL leaves no time to end anything.
func TestKilledParentLeavesNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("children are found in /proc")
	}
	t.Parallel()
	for _, command := range []string{"run", "compare --a=--grain=1 --b=--grain=2"} {
		c := startTool(t, append(strings.Fields(command), "--shape", "tree", "--objects", "1000", "--workers", "1", "--invocations", "2", "--reps", "10000")...)
		children := invocationsOf(t, c.Process.Pid)
		require.NoError(t, c.Process.Kill())
		c.Wait()
		for _, pid := range children {
			assert.Eventually(t, func() bool { return ended(pid) }, 10*time.Second, time.Millisecond)
		}
	}
}

// TestLifeline: a process whose parent is gone ends like one that is interrupted.
func TestLifeline(t *testing.T) {
	c := exec.Command(os.Args[0], "run", "--shape", "tree", "--objects", "1000", "--workers", "1", "--reps", "10000")
	c.Env = append(os.Environ(), "GCBENCH_INVOCATION=1")
	out, err := c.CombinedOutput() // its standard input is at its end
	assert.Error(t, err)
	assert.Contains(t, string(out), "gcbench: interrupted")
}

// TestInterruptedInvocations: what was complete is written and marked as a part, and the
// other outputs stay as they were.
func TestInterruptedInvocations(t *testing.T) {
	notShort(t, "starts processes that measure")
	for name, line := range map[string]string{
		"run":     "run --shape tree --objects 1000 --workers 1 --reps 6 --invocations 1000 --json x.json --csv x.csv",
		"scaling": "scaling --shape tree --objects 20k --workers 1,2 --for 1h -o x.json",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			interruptInvocations(t, strings.Fields(line)...)
		})
	}
}

func interruptInvocations(t *testing.T, args ...string) {
	c := startTool(t, args...)
	if runtime.GOOS == "linux" {
		first := invocationsOf(t, c.Process.Pid)[0]
		require.Eventually(t, func() bool { return invocationsOf(t, c.Process.Pid)[0] != first }, time.Minute, 5*time.Millisecond)
	} else {
		time.Sleep(time.Second) // some processes have ended by then, or one has
	}
	require.NoError(t, c.Process.Signal(os.Interrupt))
	require.Equal(t, 130, c.status(t), c.stderr.String())
	if strings.Contains(c.stderr.String(), "there is no report") {
		t.Skip("no process came to its end in a second")
	}
	assert.Contains(t, c.stderr.String(), "gcbench: interrupted; --json has what was complete, with \"partial\": true\n")
	assert.Equal(t, []string{"x.json"}, filesIn(t, c.Dir))
	r := decode(t, read(t, filepath.Join(c.Dir, "x.json")))
	assert.Equal(t, true, r["partial"])
	n := len(r["results"].([]any)[0].(map[string]any)["invocations"].([]any))
	assert.Positive(t, n)
	assert.Less(t, n, 1000)
}

// TestTerminated: SIGTERM is not from a keyboard, and children are told all the same.
func TestTerminated(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("children are found in /proc")
	}
	t.Parallel()
	c := startTool(t, "run", "--shape", "tree", "--objects", "1000", "--workers", "1", "--invocations", "2", "--reps", "10000")
	children := invocationsOf(t, c.Process.Pid)
	require.NoError(t, c.Process.Signal(syscall.SIGTERM))
	assert.Equal(t, 143, c.status(t), c.stderr.String())
	for _, pid := range children {
		assert.True(t, ended(pid))
	}
}
