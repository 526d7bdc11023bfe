package stealq

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// runScene is a small program over one range: it opens with n indices, the owner
// takes so many, and each thief makes so many attempts.
type runScene struct {
	n       uint64
	owner   string   // '-' takes; 'o' takes the rest and opens the range again
	thieves []string // an 's' for each attempt

	slips    slip
	printed  bool // the page's code
	identity bool // with it: of its pairs
}

func (s runScene) String() string {
	return fmt.Sprintf("n=%d/owner=%q/thieves=%q", s.n, s.owner, s.thieves)
}

// runLedger holds each index of each opening to its law: claimed exactly once.
type runLedger struct {
	w        *interleave.World
	n        uint64
	openings uint64
	times    map[[2]uint64]int
	lasts    uint64 // claims that said to be the last
	broken   bool
}

func (l *runLedger) fail(format string, args ...any) {
	l.broken = true
	l.w.Failf(format, args...)
}

func (l *runLedger) open(r indexRun) {
	l.openings++
	r.open(l.openings, 1, 1+l.n)
}

func (l *runLedger) claim(c claimed, ok bool) bool {
	if !ok {
		return false
	}
	if c.last {
		l.lasts++
	}
	if c.low < 1 || c.low >= c.high || c.high > 1+l.n {
		l.fail("claims [%d .. %d) of 1 to %d", c.low, c.high, l.n)
	}
	for i := c.low; i < c.high; i++ {
		index := [2]uint64{c.over, i}
		if l.times[index]++; l.times[index] > 1 {
			l.fail("index %d of opening %d is claimed again", i, c.over)
		}
	}
	return true
}

// close claims what is left, when all threads are done.
func (l *runLedger) close(r indexRun, printed bool) {
	for !l.broken && l.claim(r.take()) {
	}
	for !l.broken && l.claim(r.steal()) {
	}
	for over := uint64(1); over <= l.openings; over++ {
		for i := uint64(1); i <= l.n; i++ {
			if l.times[[2]uint64{over, i}] == 0 {
				l.fail("index %d of opening %d is lost", i, over)
			}
		}
	}
	if !printed && l.lasts != l.openings {
		l.fail("%d openings, but %d claims were the last", l.openings, l.lasts)
	}
}

// run is the program.
func (s runScene) run(w *interleave.World) func() {
	l := &runLedger{w: w, n: s.n, times: map[[2]uint64]int{}}
	var r indexRun = &rangeTranscript{slips: s.slips}
	if s.printed {
		r = &printedRange{identity: s.identity}
	}
	w.Name("", r, r.show)
	l.open(r)
	w.Go("owner", func() {
		for _, op := range s.owner {
			for l.claim(r.take()) && op == 'o' {
			}
			if op == 'o' {
				l.open(r)
			}
		}
	})
	for i, ops := range s.thieves {
		w.Go(fmt.Sprintf("thief %c", 'A'+i), func() {
			for range ops {
				l.claim(r.steal())
			}
		})
	}
	return func() { l.close(r, s.printed) }
}

// wrongRanges are the wrong forms, each with a scene that exposes it.
var wrongRanges = []struct {
	name  string
	scene runScene
}{
	{"a: the page's pairs packed without a tag", runScene{n: 7, owner: "----", thieves: []string{"s"}, printed: true}},
	{"a: no tag", runScene{n: 3, owner: "--", thieves: []string{"s", "s"}, slips: untagged}},
	{"a: tag of one bit", runScene{n: 1, owner: "oo", thieves: []string{"s"}, slips: oneBitTag}},
	{"low before the word", runScene{n: 4, owner: "--", thieves: []string{"s", "s"}, slips: lowFirst}},
	{"word before the reservation", runScene{n: 4, owner: "--", thieves: []string{"s", "s"}, slips: reserveLate}},
	{"c: the owner tries once", runScene{n: 2, owner: "--", thieves: []string{"s"}, slips: ownerTriesOnce}},
	{"the owner comes close without a swap", runScene{n: 3, owner: "--", thieves: []string{"s", "s"}, slips: ownerComesClose}},
	{"a thief leaves all as the steal range", runScene{n: 5, owner: "-", thieves: []string{"s", "s"}, slips: lengthOfAll}},
	{"d: the tag starts anew", runScene{n: 1, owner: "o", thieves: []string{"s"}, slips: tagStartsAnew}},
}

// TestWrongRangesAreCaught: each wrong form fails in its scene, and the form of
// wsrange.go does not. The shortest failing schedule is in the log (go test -v
// -run WrongRanges).
func TestWrongRangesAreCaught(t *testing.T) {
	for _, c := range wrongRanges {
		t.Run(c.name, func(t *testing.T) {
			right := c.scene
			right.slips, right.printed = 0, false
			t.Log(c.scene)
			requireOnlyWrongFails(t, c.scene.run, right.run)
		})
	}
}

// runScenes are all scenes of 1 to n indices with owners that take 0 to n of them.
func runScenes(n uint64, thieves ...string) (all []runScene) {
	for n := range n {
		owner := ""
		for range n + 2 {
			all = append(all, runScene{n: n + 1, owner: owner, thieves: thieves})
			owner += "-"
		}
	}
	return all
}

// TestThePagesPairs runs the page's own code, with pairs that are told apart by
// identity: it needs no repair. Packed, they lose; see wrongRanges.
func TestThePagesPairs(t *testing.T) {
	scenes := append(runScenes(8, "s"), runScenes(3, "s", "s")...)
	if !testing.Short() && !raceDetector {
		scenes = append(scenes, append(runScenes(5, "s", "s"), runScenes(8, "ss")...)...)
	}
	executions := 0
	for _, s := range scenes {
		s.printed, s.identity = true, true
		rep := interleave.Explore(s.run, interleave.Options{})
		require.Nil(t, rep.Failure, "%v", s)
		require.True(t, rep.Complete)
		executions += rep.Executions
	}
	t.Logf("%d scenes, %d executions", len(scenes), executions)
}
