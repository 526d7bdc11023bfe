//go:build interleave && !fullsize

package stage

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// TestProductionLinksOpen: the links of scenes over each production deque and range open at
// the same schedule, after the same steps.
func TestProductionLinksOpen(t *testing.T) {
	for _, k := range stealq.Kinds() {
		form, thief := stealq.SceneForm(k), "o-"
		if k.Shared {
			thief = "-+"
		}
		for _, s := range []scene.Scene{
			{Capacity: 2, Fill: []int{1}, Ops: []string{"-+", thief}},
			{Capacity: 4, Start: 7, Fill: []int{2, 1}, Ops: []string{"+--", thief, thief}, ItemsOnly: true},
			{Capacity: 2, Others: 4, Fill: []int{2}, Ops: []string{"+-", thief}},
		} {
			if s.Form = form; k.Shared {
				s.Others, s.Start = 0, 0
			}
			requireLinkOpens(t, s.Run)
		}
	}
	split := scene.Scene{Form: stealq.SceneForm(stealq.Split), Capacity: 2, Fill: []int{2}, Division: &scene.Division{Shown: 1, Asked: true}, Ops: []string{"e-", "oo"}}
	requireLinkOpens(t, split.Run)
	indices := scene.Range{Make: stealq.SceneRange, Form: "workrange", Low: 1, Indices: 4, Owner: "tt", Thieves: []string{"s", "s"}}
	requireLinkOpens(t, indices.Run)
}

// requireLinkOpens explores a program that has a link, and opens the link that is printed. Where the program
// is right, what is opened is the last step of a long execution.
func requireLinkOpens(t *testing.T, p interleave.Program) {
	t.Helper()
	for seed := range uint64(5) {
		rep := interleave.Explore(stoppedAtTheEnd(p), interleave.Options{Search: interleave.Random, Executions: 3, Seed: seed, Shortest: true})
		require.NotNil(t, rep.Failure)
		_, link, found := strings.Cut(rep.Failure.Error(), "\nplay: gcbench play '")
		require.True(t, found, rep.Failure)
		v := opened(t, strings.TrimSuffix(link, "'"))
		require.Equal(t, rep.Failure.Schedule, v.Schedule)
		require.True(t, v.Ended)
		require.Empty(t, v.Failed)
		requireSteps(t, rep.Failure.Table, v)
	}
}

// stoppedAtTheEnd is a program that is said to be wrong when all threads have ended.
func stoppedAtTheEnd(p interleave.Program) interleave.Program {
	return func(w *interleave.World) func() {
		check := p(w)
		return func() {
			check()
			w.Failf("stopped")
		}
	}
}
