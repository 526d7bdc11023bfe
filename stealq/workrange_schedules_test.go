//go:build interleave && !fullsize

package stealq

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

func rangeScene(n uint32, owner string, thieves []string) scene.Range {
	return scene.Range{Make: SceneRange, Form: "workrange", Indices: uint64(n), Owner: owner, Thieves: thieves}
}

// TestWorkRange: in every schedule each index is claimed exactly once, and exactly
// one claim of each opening is the last.
func TestWorkRange(t *testing.T) {
	all, executions := 0, 0
	for _, b := range []struct {
		owners  []string
		thieves []string
		highest uint32
		long    bool
	}{
		{[]string{"tttt", "ttt3tt"}, []string{"ss"}, 8, false},
		{[]string{"ttt", "tt3t"}, []string{"s", "ss"}, 6, false},
		{[]string{"tt", "t3t"}, []string{"s", "s", "s"}, 6, false},
		{[]string{"ttttttttt", "ttttttttt3ttt"}, []string{"s"}, 8, false},
		{[]string{"tttttttt"}, []string{"ss"}, 7, false},
		{[]string{"tttttt"}, []string{"sss"}, 5, false},
		{[]string{"tttttt"}, []string{"s", "s"}, 5, false},
		{[]string{"ttt"}, []string{"ss", "ss"}, 2, false},
		{[]string{"ttttt", "ttt3ttt"}, []string{"sss"}, 10, true},
		{[]string{"ttttt", "tt4tt"}, []string{"ss", "ss"}, 8, true},
		{[]string{"ttt", "t3tt"}, []string{"s", "ss", "s"}, 8, true},
	} {
		if b.long && !long || len(b.thieves) > 1 && len(b.owners) > 1 && !every {
			continue
		}
		sum, stolen, scenes := interleave.Report{}, 0, 0
		for _, owner := range b.owners {
			for high := range b.highest + 1 {
				s := rangeScene(high, owner, b.thieves)
				rep := interleave.Explore(s.Run, interleave.Options{})
				tagged.Passes(t, rep, "%s", s.Story())
				require.True(t, rep.Complete)
				sum.Executions += rep.Executions
				sum.Longest = max(sum.Longest, rep.Longest)
				stolen += rep.Executions - rep.Outcomes["0 stolen"]
				scenes++
			}
		}
		owners, again := strings.Join(b.owners, " or "), ""
		if strings.ContainsAny(owners, "0123456789") {
			again = ", opened again"
		}
		t.Logf("| work-stealing range of 0 to %d indices%s: owner %s, thieves %s | %d | reduced | %d | %d |",
			b.highest, again, owners, strings.Join(b.thieves, ", "), scenes, sum.Executions, sum.Longest)
		require.Positive(t, stolen)
		all, executions = all+scenes, executions+sum.Executions
	}
	t.Logf("all together: %d scenes, %d executions", all, executions)
}

// TestWorkRangeShortTag: each replacement within an opening makes the range another
// one, tag or no tag, but the next opening may be what the last one was. With a tag
// of one bit a thief that has slept through a claim and an opening takes what was
// claimed.
func TestWorkRangeShortTag(t *testing.T) {
	defer func() { tagMask = 1<<64 - 1 }()
	tagMask = 1
	rep := interleave.Explore(rangeScene(1, "t1", []string{"s"}).Run, interleave.Options{})
	require.ErrorContains(t, rep.Err(), "index 0 of opening 1 is claimed twice")
	t.Log(rep.Failure)
}
