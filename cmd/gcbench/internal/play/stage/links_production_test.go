//go:build interleave && !fullsize

package stage

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
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
