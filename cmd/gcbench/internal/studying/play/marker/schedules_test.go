//go:build interleave && !fullsize

package marker

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// marks are the marks of the scenes.
var marks = map[string]Mark{"three": {three, oneQueue, ""}, "four": {four, oneQueue, ""}, "star": {star, smallDeques, ""}}

// The marker as it is cannot be broken, in the scenes in which variants of it can.
func TestSafe(t *testing.T) {
	for name, m := range marks {
		rep := interleave.Explore(m.Program(), interleave.Options{Search: interleave.Bounded, Preemptions: 2})
		tagged.Passes(t, rep, "mark of %s", name)
		require.True(t, rep.Complete)
		require.Greater(t, rep.Executions, 1000)
		t.Logf("%s: %d executions, up to %d steps", name, rep.Executions, rep.Longest)
	}
}

// All schedules of a safe scene can be tried, in as few executions as the engine has for it.
func TestSafeScenesAreComplete(t *testing.T) {
	var c stage.Catalogue
	require.NoError(t, json.Unmarshal(stage.Answer([]byte(`{"do":"scenes"}`), nil), &c))
	openings := map[string]string{}
	for _, about := range c.Scenes {
		openings[about.Name] = about.Opening
	}
	require.NotEmpty(t, openings["marker"])
	for _, s := range scenes() {
		opening, known := openings[s.Name]
		require.True(t, known, s.Name)
		rep := interleave.Explore(s.Program(0), interleave.Options{Prefix: opening, Executions: 20_000})
		tagged.Passes(t, rep, "%s", s.Name)
		require.True(t, rep.Complete)
		require.Greater(t, rep.Executions, 10)
		t.Logf("%s: %d executions, up to %d steps", s.Name, rep.Executions, rep.Longest)
	}
}

// A mark without workers that scan: the program notices what is lost.
func TestLostNodesAreNoticed(t *testing.T) {
	m := marks["three"]
	program := func(w *interleave.World) func() {
		e := &execution{Mark: m, asked: make([]bool, len(m.Edges))}
		marker, err := mark.New(m.Options)
		require.NoError(t, err)
		e.marker = marker
		w.Go("worker 0", func() {
			e.Edges = [][]uint32{1: {2}, 3: nil} // node 1 hides one of its successors
			e.run()
			e.Edges = m.Edges
		})
		return func() { e.check(w) }
	}
	rep := interleave.Explore(program, interleave.Options{Search: interleave.Bounded})
	require.ErrorContains(t, rep.Err(), "node 3 is white, though it can be reached")
}

// Whatever the moment, as many workers are shown as active as the detector counts, no black node leads to a white
// one, and every grey node is somewhere. Each second moment is looked at.
func TestEveryMoment(t *testing.T) {
	for name, first := range map[string]string{"three": "a60b20", "four": "a60b20", "star": "a110b40a30"} {
		m := marks[name]
		whole, err := interleave.Replay(m.Program(), first+"b500")
		require.NoError(t, err)
		require.NoError(t, whole.Err)
		steps, err := interleave.Steps(whole.Schedule)
		require.NoError(t, err)
		for n := 0; n < len(steps); n += 2 {
			prefix := letters(steps[:n])
			requireConsistent(t, look(t, m, prefix).Pictures[0].(*State), "%s: %s", name, prefix)
		}
		for _, n := range look(t, m, whole.Schedule).Pictures[0].(*State).Nodes {
			require.Equal(t, "black", n.Shade)
		}
	}
}

// letters are the letters of threads.
func letters(threads []int) string {
	all := make([]byte, len(threads))
	for i, thread := range threads {
		all[i] = 'a' + byte(thread)
	}
	return string(all)
}

func look(t *testing.T, m Mark, schedule string) *interleave.Watched {
	t.Helper()
	seen, err := interleave.Watch(m.Program(), schedule)
	require.NoError(t, err)
	retell(seen)
	return seen
}

func requireConsistent(t *testing.T, s *State, format string, args ...any) {
	t.Helper()
	shades, active := map[uint32]string{}, 0
	for _, w := range s.Workers {
		if w.Active {
			active++
		}
	}
	require.Equal(t, s.Detector.Active, active, format, args)
	for _, n := range s.Nodes {
		shades[n.Number] = n.Shade
	}
	for _, n := range s.Nodes {
		require.Equal(t, n.Shade == "grey", n.Where != "", format, args)
		for _, to := range n.To {
			require.False(t, n.Shade == "black" && shades[to] == "white", format, args)
		}
	}
}
