//go:build interleave && !fullsize

package engine

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// A claimScene has one list of white objects for each worker. All of them lie in one
// word of the bitmap.
type claimScene [][]uint32

func (s claimScene) run(w *interleave.World) func() {
	marks := make([]kernel.Word, 1)
	w.Name("marks", &marks[0], nil)
	claimed := make([][]uint32, len(s))
	for i, white := range s {
		w.Go(fmt.Sprint("worker ", i), func() {
			stack := make([]uint32, len(white))
			claimed[i] = stack[:kernel.ClaimShared(marks, white, stack)]
		})
	}
	return func() {
		owners, want := map[uint32]int{}, uint64(0)
		for i := range s {
			for _, obj := range claimed[i] {
				owners[obj]++
			}
			for _, obj := range s[i] {
				want |= 1 << obj
				if owners[obj] > 1 {
					w.Failf("object %d is claimed twice", obj)
				}
			}
		}
		for obj := range uint32(64) {
			if want>>obj&1 != uint64(owners[obj]) {
				w.Failf("object %d is claimed %d times", obj, owners[obj])
			}
		}
		if marks[0].Load() != want {
			w.Failf("marked are %b, want %b", marks[0].Load(), want)
		}
		w.Outcomef("%d", claimed)
	}
}

// TestClaim: in every schedule each white object is marked, and claimed by exactly one
// of the workers that meet at it.
func TestClaim(t *testing.T) {
	scenes := []claimScene{
		{{1}, {1}}, {{1, 2}, {2, 1}}, {{1, 2}, {3, 2}}, {{1, 1}, {1}}, {{1}, {1}, {1}}, {{1, 2}, {2, 3}, {3, 1}},
	}
	executions, longest := 0, 0
	for _, s := range scenes {
		rep := interleave.Explore(s.run, interleave.Options{})
		tagged.Passes(t, rep, "workers that claim these objects each: %v", s)
		require.True(t, rep.Complete)
		require.Greater(t, len(rep.Outcomes), 1, "the workers never meet")
		executions, longest = executions+rep.Executions, max(longest, rep.Longest)
	}
	t.Logf("| claims of up to 3 objects in one word, 2 and 3 workers | %d | reduced | %d | %d |", len(scenes), executions, longest)
}

// TestMeeting: two workers come upon one white object, from two others or from two
// references of one. Of the graphs of 3 nodes without parallel edges only sliced ones
// have that.
func TestMeeting(t *testing.T) {
	diamond := [][]uint32{{1, 2}, {3}, {3}, nil}
	limit := 2
	if testing.Short() {
		limit = 1
	}
	explore(t, "a diamond", [][][]uint32{diamond}, false, tiny, bound(limit), "stolen")
	parallel := [][][]uint32{{{1, 1}, nil}, {{1, 1}, {0, 0}}}
	explore(t, "parallel edges, sliced", parallel, true, tiny, bound(limit), "woken", "sliced")
}

// TestComingBack: workers who do not park look for work again and again in one mark,
// and are active again whenever they take some.
func TestComingBack(t *testing.T) {
	limit := 2
	if testing.Short() {
		limit = 1
	}
	yield := with(func(o *Options) { o.Tuning.Idle = tune.IdleYield })
	explore(t, "a diamond and a list, idle workers yield", [][][]uint32{{{1, 2}, {3}, {3}, nil}, {{1}, {2}, nil}}, false, yield, bound(limit), "came back", "stolen")
}
