package stage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestLines: code that calls what is played is not shown, nor what is behind it.
func TestLines(t *testing.T) {
	at := func(line int, function string) interleave.Site {
		return interleave.Site{File: "/src/x.go", Line: line, Function: module + function}
	}
	got := lines([]interleave.Site{
		at(1, "stealq/interleave/scene.(*ledger).push"), at(2, "stealq.(*stealHalf).Pop"), at(3, "mark.New"),
		at(4, "cmd/gcbench/internal/studying/play/marker.take"), at(5, "stealq.Kinds"),
	})
	require.Equal(t, []interleave.Site{{File: "stealq/x.go", Line: 2, Function: "Pop"}, {File: "mark/x.go", Line: 3, Function: "New"}}, got)
}

// TestShownOfAnswer: of an answer to a lab only its files are shown, without what their names begin with.
func TestShownOfAnswer(t *testing.T) {
	defer func() { answers = "" }()
	answers = "lab/answer/"
	name, ok := shown("lab/answer", `C:\src\lab\answer\deque.go`)
	require.True(t, ok)
	require.Equal(t, "deque.go", name)
	_, ok = shown("stealq", "/src/stealq/deque.go")
	require.False(t, ok)
}
