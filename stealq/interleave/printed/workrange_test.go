package printed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// wrongRanges are the wrong forms, each with a scene that exposes it.
var wrongRanges = []struct {
	form    string
	wrong   uint32
	n       uint64
	owner   string
	thieves []string
}{
	{"pagerange", PagePacked, 7, "tttt", []string{"s"}},
	{"workrange", RangeUntagged, 3, "tt", []string{"s", "s"}},
	{"workrange", RangeOneBitTag, 1, "oo", []string{"s"}},
	{"workrange", RangeLowFirst, 4, "tt", []string{"s", "s"}},
	{"workrange", RangeReserveLate, 4, "tt", []string{"s", "s"}},
	{"workrange", RangeOwnerTriesOnce, 2, "tt", []string{"s"}},
	{"workrange", RangeOwnerComesClose, 3, "tt", []string{"s", "s"}},
	{"workrange", RangeLengthOfAll, 5, "t", []string{"s", "s"}},
	{"workrange", RangeTagStartsAnew, 1, "o", []string{"s"}},
}

// TestWrongRangesAreCaught: each wrong form fails in its scene, and the form of
// workrange.go does not. The shortest failing schedule is in the log (go test -v
// -run WrongRanges).
func TestWrongRangesAreCaught(t *testing.T) {
	for _, c := range wrongRanges {
		t.Run(control{form: c.form, wrong: c.wrong}.name(), func(t *testing.T) {
			wrong := scene.Range{Make: transcript(c.form).Range(c.wrong), Form: linked(c.form, c.wrong), Low: 1, Indices: c.n, Owner: c.owner, Thieves: c.thieves, IndicesOnly: true}
			right := wrong
			right.Make, right.Form, right.IndicesOnly = WorkRange(0), linked("workrange", 0), false
			t.Log(wrong)
			requireOnlyWrongFails(t, wrong.Run, right.Run)
		})
	}
}

// pageScenes are all scenes of 1 to n indices of the page's own code, with owners that
// take 0 to n of them.
func pageScenes(n uint64, thieves ...string) (all []scene.Range) {
	for n := range n {
		owner := ""
		for range n + 2 {
			all = append(all, scene.Range{Make: PageRange(0), Form: linked("pagerange", 0), Low: 1, Indices: n + 1, Owner: owner, Thieves: thieves, IndicesOnly: true})
			owner += "t"
		}
	}
	return all
}

// TestThePagesPairs runs the page's own code, with pairs that are told apart by
// identity: it needs no repair. Packed, they lose; see wrongRanges.
func TestThePagesPairs(t *testing.T) {
	scenes := append(pageScenes(8, "s"), pageScenes(3, "s", "s")...)
	if !testing.Short() && !raceDetector {
		scenes = append(scenes, append(pageScenes(5, "s", "s"), pageScenes(8, "ss")...)...)
	}
	executions := 0
	for _, s := range scenes {
		rep := interleave.Explore(s.Run, interleave.Options{})
		tagged.Passes(t, rep, "%s", s.Story())
		require.True(t, rep.Complete)
		executions += rep.Executions
	}
	t.Logf("%d scenes, %d executions", len(scenes), executions)
}
