//go:build interleave && !fullsize

package stage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// TestSafeScenes: no player can break the production source, and the schedule to look at goes
// to the end.
func TestSafeScenes(t *testing.T) {
	n := 0
	for _, s := range scenes(t) {
		if !s.Safe {
			continue
		}
		n++
		requireSafe(t, &s, s.switches())
		v := viewOf(t, &s, s.Winning)
		require.True(t, v.Ended, s.Name)
		require.Empty(t, v.Failed, s.Name)
		require.Equal(t, s.Winning, v.Schedule)
		lost := 0
		for _, step := range v.Steps {
			if step.Verb == fails {
				lost++
			}
		}
		require.Positive(t, lost, "%s: in the schedule to look at, somebody must lose", s.Name)
		requireUndo(t, &s)
		requireAsked(t, &s)
	}
	require.GreaterOrEqual(t, n, 5)
}

// TestFigures: the scenes push, pop and steal have the steal ranges of the paper's figures 4, 6 and 8. Those of figure 8
// are divided by eight.
func TestFigures(t *testing.T) {
	for _, figure := range []struct {
		name, schedule string
		items, length  uint64
	}{
		{"push", "", 15, 4}, {"push", "a5", 16, 8},
		{"pop", "", 16, 8}, {"pop", "a5", 15, 4},
		{"steal", "", 10, 4}, {"steal", "b10", 8, 2}, {"steal", "b10c11", 6, 2},
	} {
		s, err := named(figure.name)
		require.NoError(t, err)
		a := viewOf(t, s, figure.schedule).Picture.(scene.State).Deques[0]
		require.Len(t, a.Items, int(figure.items), "%s@%s", figure.name, figure.schedule)
		require.Equal(t, figure.length, a.Range.Length, "%s@%s", figure.name, figure.schedule)
	}
}

// TestDescribedProduction: the link of a scene over each kind of deque opens the scene.
func TestDescribedProduction(t *testing.T) {
	var all []scene.Scene
	for _, k := range stealq.Kinds() {
		for _, s := range stealqtest.Programs(k) {
			if s.Link() != "" { // it is not too large
				all = append(all, s)
			}
		}
	}
	for _, s := range all {
		made, err := named(s.Link())
		require.NoError(t, err)
		require.Equal(t, s.Story(), made.Story)
		require.Equal(t, runsProduction, made.Runs)
		require.Empty(t, made.Switches)
	}
	require.Greater(t, len(all), 500)
	s := scene.Range{Make: stealq.SceneRange, Form: "workrange", Low: 1, Indices: 3, Owner: "tt", Thieves: []string{"s", "ss"}}
	made, err := named(s.Link())
	require.NoError(t, err)
	require.Equal(t, s.Story(), made.Story)
	requireSafe(t, made, 0)
}

// TestWhyASwapFails: the reason names who wrote the word, and when.
func TestWhyASwapFails(t *testing.T) {
	s, _ := named("last-item-right")
	v := viewOf(t, s, "b5a5")
	require.Equal(t, &Ask{
		Question: "Does this compare-and-swap of A.top succeed?", Means: "It writes only if A.top is still what worker b saw at step 2: 0.",
		Answers: []string{"Yes.", "No."}, Right: 1, Why: "Worker b saw A.top at step 2, and worker a wrote it at step 10.",
	}, v.Threads[1].Ask)
	v = viewOf(t, s, "b5a4")
	require.Equal(t, "Worker a saw A.top at step 9, and no worker has written it since.", v.Threads[0].Ask.Why)
	require.Zero(t, v.Threads[0].Ask.Right)
}
