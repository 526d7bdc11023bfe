package lab

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// checked starts a lab, and notes a verdict as a check does.
func checked(t *testing.T, dir, name string, v verdict.Verdict) *Folder {
	t.Helper()
	l, err := Named(name)
	require.NoError(t, err)
	require.NoError(t, Start(l, dir, "Ann"))
	f, _, err := Open(dir)
	require.NoError(t, err)
	answer, err := f.Answered()
	require.NoError(t, err)
	require.NoError(t, (&Report{Verdict: v, files: digest(answer), Dir: f.Dir}).Remember())
	return f
}

// TestStartedIn: the labs of a folder come in the order of the course, with what their last checks have
// found. An answer that was changed since then says so, and one that was changed back does not.
func TestStartedIn(t *testing.T) {
	home := t.TempDir()
	in := func(name string) string { return filepath.Join(home, name) }
	checked(t, in("a"), "overflow", verdict.Right)
	checked(t, in("b"), "mark", verdict.Wrong)
	require.NoError(t, Start(all[1], in("never"), ""))
	require.NoError(t, os.Mkdir(in("other"), 0o777))
	require.NoError(t, os.Mkdir(in("damaged"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(in("damaged"), stateFile), []byte("{"), 0o666))

	started, unread, err := StartedIn(home)
	require.NoError(t, err)
	require.Len(t, unread, 1)
	assert.Contains(t, unread[0], "damaged: "+stateFile)
	require.Len(t, started, 3)
	assert.Equal(t, "mark", started[0].Lab.Name)
	assert.Equal(t, verdict.Wrong, started[0].Folder.Checked.Verdict)
	assert.False(t, started[0].Changed)
	assert.Nil(t, started[1].Folder.Checked)
	assert.Equal(t, "overflow", started[2].Lab.Name)

	f, l, err := Open(in("b"))
	require.NoError(t, err)
	_, _, err = f.Hint(l)
	require.NoError(t, err)
	file := filepath.Join(in("b"), "mark_answer.go")
	was, err := os.ReadFile(file)
	require.NoError(t, err)
	for text, changed := range map[string]bool{"package answer\n": true, string(was): false} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		started, _, err = StartedIn(in("a")) // a lab's folder stands for the one around it
		require.NoError(t, err)
		require.NotNil(t, started[0].Folder.Checked, "a hint has forgotten the check")
		assert.Equal(t, changed, started[0].Changed)
	}
	_, _, err = StartedIn(in("nowhere"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// A check that has not read the answer leaves the folder as it is.
func TestNothingToRemember(t *testing.T) {
	f := checked(t, filepath.Join(t.TempDir(), "x"), "mark", verdict.Right)
	require.NoError(t, (&Report{Verdict: verdict.Unjudged, Dir: f.Dir}).Remember())
	now, _, err := Open(f.Dir)
	require.NoError(t, err)
	assert.Equal(t, verdict.Right, now.Checked.Verdict)
}
