package origin

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The words of the go command are kept from the first line that says something.
func TestFailure(t *testing.T) {
	for _, c := range []struct {
		said []string
		want string
	}{
		{nil, "the go command fails and says nothing"},
		{[]string{"", "# x/y"}, "the go command fails and says nothing"},
		{[]string{"# x/y", "\ta.go:1:2: wrong\r", "", "note: more"}, "a.go:1:2: wrong\nnote: more"},
	} {
		assert.EqualError(t, FailureOf(c.said), c.want)
	}
	many := make([]string, 20)
	for i := range many {
		many[i] = "x"
	}
	assert.Len(t, FailureOf(many).Lines, 10)
}

func TestGo(t *testing.T) {
	dir, remove, err := TempDir("test")
	require.NoError(t, err)
	defer remove()
	printed, err := Go(t.Context(), dir, dir, []string{"GOOS=js"}, "env", "GOOS", "GOWORK")
	require.NoError(t, err)
	assert.Equal(t, "js\noff\n", printed)

	_, err = Go(t.Context(), dir, dir, nil, "nosuch")
	var failed *Failure
	require.ErrorAs(t, err, &failed)
	assert.Contains(t, failed.Lines[0], "go nosuch: unknown command")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Go(ctx, dir, dir, nil, "env")
	assert.ErrorIs(t, err, context.Canceled)

	t.Setenv("PATH", dir)
	_, err = Go(t.Context(), dir, dir, nil, "env")
	assert.ErrorContains(t, err, "needs the go command, which is not on PATH: install Go from https://go.dev/dl")
	remove()
	assert.NoDirExists(t, dir)
}

// Without a folder for temporary files the error names what says where it is.
func TestNoTempDir(t *testing.T) {
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, filepath.Join(t.TempDir(), "missing"))
	}
	_, _, err := TempDir("test")
	assert.ErrorContains(t, err, "the go command has no folder to write to: ")
	assert.ErrorContains(t, err, "set TMPDIR")
}
