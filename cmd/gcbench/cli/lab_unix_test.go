//go:build unix

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowKilledCheck: when a check of an answer that loops for ever is killed with SIGKILL, its judge
// ends, and its folder is removed.
func TestSlowKilledCheck(t *testing.T) {
	tagged.Slow(t) // compiles an answer
	dir, temp := filepath.Join(t.TempDir(), "mine"), t.TempDir()
	mustRun(t, "lab", "start", "mark", dir)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mark_answer.go"), []byte("package answer\n\nfunc Mark(h Heap, marks Bitmap) {\n\tfor {\n\t}\n}\n"), 0o600))
	t.Setenv("TMPDIR", temp)
	c := startTool(t, "lab", "check", dir)
	events := func() bool {
		files, _ := filepath.Glob(filepath.Join(temp, "*", "events-*"))
		for _, f := range files {
			if text, _ := os.ReadFile(f); strings.Contains(string(text), "begun") {
				return true
			}
		}
		return false
	}
	require.Eventually(t, events, 2*time.Minute, 10*time.Millisecond, "the judge begins")
	judges, _ := filepath.Glob(filepath.Join(temp, "*", "judge-plain"))
	require.Len(t, judges, 1)
	require.NoError(t, c.Process.Signal(syscall.SIGKILL))
	c.Wait()
	assert.Eventually(t, func() bool { return len(filesIn(t, temp)) == 0 }, 10*time.Second, 10*time.Millisecond)
	for _, exe := range executables() {
		assert.False(t, strings.HasPrefix(exe, judges[0]), exe)
	}
}

// TestLabWatch: a watch checks again when a file is saved, and an interrupt ends it without an error.
func TestLabWatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	mustRun(t, "lab", "start", "mark", dir)
	file := filepath.Join(dir, "mark_answer.go")
	require.NoError(t, os.WriteFile(file, []byte("package answer\n\nfunc Mark("), 0o600))
	said, err := os.Create(filepath.Join(t.TempDir(), "said"))
	require.NoError(t, err)
	defer said.Close()
	c := exec.Command(os.Args[0], toolChild, "lab", "watch", dir)
	c.Stdout, c.Stderr = said, said
	require.NoError(t, c.Start())
	t.Cleanup(func() { c.Process.Kill() })
	says := func(text string) func() bool {
		return func() bool {
			all, _ := os.ReadFile(said.Name())
			return strings.Contains(string(all), text)
		}
	}
	require.Eventually(t, says("Waiting for a change in "+dir), time.Minute, 10*time.Millisecond)
	assert.True(t, says("mark_answer.go:3:")(), "a syntax error has no line")
	require.NoError(t, os.WriteFile(file, []byte("package answer\n\nimport \"os\"\n"), 0o600))
	require.Eventually(t, says("changed: mark_answer.go"), time.Minute, 10*time.Millisecond)
	require.Eventually(t, says("imports os"), time.Minute, 10*time.Millisecond)
	require.NoError(t, c.Process.Signal(os.Interrupt))
	assert.NoError(t, c.Wait(), "an interrupt is how a watch ends")
}

// executables are the programs that run, where the system tells: in Linux.
func executables() (all []string) {
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range links {
		exe, _ := os.Readlink(link)
		all = append(all, exe)
	}
	return all
}

// TestSlowInterruptedGrade: an interrupt leaves the grades of the submissions that were finished.
func TestSlowInterruptedGrade(t *testing.T) {
	tagged.Slow(t) // compiles answers
	dir, temp := filepath.Join(t.TempDir(), "in"), t.TempDir()
	handedIn{}.put(t, filepath.Join(dir, "ann")) // soon unjudged
	for _, name := range []string{"ben", "cleo", "dora"} {
		started(t, "mark", -1).marks("", "for {\n}").put(t, filepath.Join(dir, name))
	}
	grades := filepath.Join(t.TempDir(), "grades.csv")
	t.Setenv("TMPDIR", temp)
	c := startTool(t, "lab", "grade", dir, "-o", grades, "--parallel", "2")
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(grades)
		return strings.Count(string(text), "\n") >= 2
	}, time.Minute, 10*time.Millisecond)
	time.Sleep(time.Second) // others have begun
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	c.Wait()
	assert.Equal(t, 128+int(syscall.SIGINT), c.ProcessState.ExitCode())
	text, err := os.ReadFile(grades)
	require.NoError(t, err)
	assert.Regexp(t, `^student,lab,.*\nann,,unjudged,.*\n$`, string(text))
	assert.Eventually(t, func() bool { return len(filesIn(t, temp)) == 0 }, 10*time.Second, 10*time.Millisecond)
}
