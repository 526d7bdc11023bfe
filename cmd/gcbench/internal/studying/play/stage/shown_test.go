package stage

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestShownIn: the lines of a copy are shown in the original, but for the files that differ.
func TestShownIn(t *testing.T) {
	before := maps.Clone(copied)
	defer func() { copied = before }()
	Copied("other", "mark/worker.go")
	for _, c := range []struct{ pkg, file, want string }{
		{"mark/other", "/src/mark/other/lobby.go", "mark/lobby.go"},
		{"mark/other", `C:\src\mark\other\lobby.go`, "mark/lobby.go"},
		{"mark/other", "/src/mark/other/worker.go", "mark/other/worker.go"},
		{"mark", "/src/mark/worker.go", "mark/worker.go"},
	} {
		require.Equal(t, c.want, shownIn(c.pkg, c.file))
	}
}

// TestLines: code that calls what is played is not shown, nor what is behind it.
func TestLines(t *testing.T) {
	at := func(line int, function string) interleave.Site {
		return interleave.Site{File: "/src/x.go", Line: line, Function: module + function}
	}
	got := lines([]interleave.Site{
		at(1, "stealq/interleave/scene.(*ledger).push"), at(2, "stealq.(*stealHalf).Pop"), at(3, "mark.New"),
		at(4, "cmd/gcbench/internal/studying/play/marker.take"), at(5, "stealq.Kinds"),
	})
	require.Equal(t, []Line{{"stealq/x.go", 2, "Pop"}, {"mark/x.go", 3, "New"}}, got)
}

// TestShownOfCompany: of a program with scenes of its own only its files are shown, without what their names begin with.
func TestShownOfCompany(t *testing.T) {
	defer func() { company = nil }()
	company = &Company{Source: "lab/answer/"}
	name, ok := shown("lab/answer", "/src/lab/answer/deque.go")
	require.True(t, ok)
	require.Equal(t, "deque.go", name)
	_, ok = shown("stealq", "/src/stealq/deque.go")
	require.False(t, ok)
}
