package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
)

// timelineAt reads a timeline that a run has written.
func timelineAt(t *testing.T, text string) *chrometrace.File {
	t.Helper()
	f, err := chrometrace.Read(strings.NewReader(text), "x")
	require.NoError(t, err)
	return f
}

// TestTimeline: every combination has a mark in it. Its slices cover the mark, and the idle
// ones among them add up to what the statistics say. The results stay as they are.
func TestTimeline(t *testing.T) {
	notShort(t, "marks large heaps")
	path := filepath.Join(t.TempDir(), "t.json")
	args := strings.Fields("run --shape list,tree,random --objects 50000 --workers 1,2,4 --reps 6 --timeline " + path)
	assert.NotContains(t, mustRun(t, args...), "timeline")
	f := timelineAt(t, read(t, path))
	assert.Equal(t, args, f.Command)
	require.Len(t, f.Marks, 9)
	for i, m := range f.Marks {
		assert.Equal(t, []string{"list", "tree", "random"}[i/3], m.Shape)
		assert.Equal(t, 1<<(i%3), m.Workers)
		require.Len(t, m.Timeline.Lanes, m.Workers)
		for worker, lane := range m.Timeline.Lanes {
			covered, idle := int64(0), int64(0)
			for _, s := range lane.Slices {
				covered += int64(s.End - s.Begin)
				if s.Activity.Idle() {
					idle += int64(s.End - s.Begin)
				}
			}
			require.Zero(t, lane.Dropped)
			assert.EqualValues(t, m.Timeline.Duration, covered, "%s: slices leave no gap", m.Title())
			assert.InDelta(t, m.IdleNS[worker], idle, 0.02*float64(m.IdleNS[worker]), "%s: worker %d", m.Title(), worker)
		}
		objects := uint64(0)
		for _, lane := range m.Timeline.Lanes {
			for _, s := range lane.Slices {
				objects += uint64(s.Objects)
			}
		}
		assert.Equal(t, m.Live, objects, m.Title())
		if m.Shape == "list" && m.Workers > 1 {
			assert.Greater(t, m.StarvedNS, m.HoardedNS, "%s: a list has nothing to hoard", m.Title())
		}
	}
}

// TestTimelineOfAFile: standard input is marked again while it is there, several processes
// record one mark and not one each, and settings are named.
func TestTimelineOfAFile(t *testing.T) {
	notShort(t, "starts processes that measure")
	content, err := os.ReadFile(genHeap(t, "tree", "500"))
	require.NoError(t, err)
	piped(t, content)
	f := timelineAt(t, mustRunJSON(t, "run", "--heap", "-", "--workers", "1", "--reps", "1", "--preset", "go", "--timeline", "-"))
	require.Len(t, f.Marks, 1)
	assert.Equal(t, "stdin of 500 objects, 1 worker, preset go", f.Marks[0].Title())
	assert.EqualValues(t, 375, f.Marks[0].Live)

	path := filepath.Join(t.TempDir(), "t.json")
	status, _, stderr := runCLI(strings.Fields("run --shape tree --objects 100 --workers 1 --reps 1 --invocations 2 --no-verify --timeline " + path)...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Len(t, timelineAt(t, read(t, path)).Marks, 1)
}

// TestTimelineElsewhere: a file that cannot be written, or that is another one, is refused
// before anything is measured.
func TestTimelineElsewhere(t *testing.T) {
	dir, heap := t.TempDir(), genHeap(t, "tree", "20")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"--shape tree --json DIR/x --timeline DIR/x", session.ExitUsage, "--json and --timeline both write to"},
		{"--shape tree --json - --timeline -", session.ExitUsage, "both write to standard output"},
		{"--heap " + heap + " --timeline " + heap, session.ExitUsage, "--timeline would overwrite the input"},
		{"--shape tree --timeline DIR", session.ExitFailed, "is a directory"},
		{"--shape tree --timeline .", session.ExitFailed, ". is a directory"}, // and no file of --json, which is not given
		{"--shape tree --timeline DIR/none/x", session.ExitFailed, "cannot write"},
	} {
		status, stdout, stderr := runCLI(strings.Fields("run " + strings.ReplaceAll(c.args, "DIR", dir))...)
		assert.Equal(t, c.status, status, c.args)
		assert.Empty(t, stdout, c.args)
		assert.Contains(t, stderr, c.says, c.args)
		assert.Empty(t, filesIn(t, dir), c.args)
	}
}

// TestTimelineIsWhole: what is recorded in part is not written, and what was measured is.
func TestTimelineIsWhole(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "t.json")
	require.NoError(t, os.WriteFile(old, []byte("old"), 0o600))
	saved := filepath.Join(dir, "r.json")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stderr bytes.Buffer
	args := strings.Fields("run --shape tree --objects 1000 --workers 1 --reps 6 --json " + saved + " --timeline " + old)
	assert.Equal(t, session.ExitFailed, command(ctx, args, cancelOnWrite{cancel}, &stderr))
	assert.Contains(t, stderr.String(), "--timeline is not written")
	assert.Len(t, decode(t, read(t, saved))["results"], 1)
	assert.Equal(t, "old", read(t, old))
	assert.Equal(t, []string{"r.json", "t.json"}, filesIn(t, dir))
}

// TestTimelineIntoAFullDisk: the other reports are there.
func TestTimelineIntoAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full here")
	}
	path := filepath.Join(t.TempDir(), "r.json")
	status, _, stderr := runCLI(strings.Fields("run --shape tree --objects 100 --workers 1 --reps 1 --timeline /dev/full --json " + path)...)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr, "no space left on device")
	assert.Len(t, decode(t, read(t, path))["results"], 1)
}

// TestTimelineOfALostHeap: without --json no flag asks for heaps, and nothing is said of them.
func TestTimelineOfALostHeap(t *testing.T) {
	file := genHeap(t, "tree", "400")
	var stderr bytes.Buffer
	args := runOf("--heap "+file, "--timeline", filepath.Join(t.TempDir(), "t.json"))
	assert.Equal(t, session.ExitFailed, command(t.Context(), args, cancelOnWrite{func() { os.Remove(file) }}, &stderr))
	assert.Contains(t, stderr.String(), "--timeline is not written: ")
	assert.NotContains(t, stderr.String(), `"heaps"`)
}
