package stealq

import (
	"fmt"
	"testing"
	"time"
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
	w        *world
	n        uint64
	openings uint64
	times    map[[2]uint64]int
	lasts    uint64 // claims that said to be the last
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
		l.w.fail("claims [%d .. %d) of 1 to %d", c.low, c.high, l.n)
	}
	for i := c.low; i < c.high && l.w.failure == nil; i++ {
		index := [2]uint64{c.over, i}
		if l.times[index]++; l.times[index] > 1 {
			l.w.fail("index %d of opening %d is claimed again", i, c.over)
		}
	}
	return true
}

// close claims what is left, when all threads are done.
func (l *runLedger) close(r indexRun, thief, printed bool) {
	if thief {
		for l.w.failure == nil && l.claim(r.steal()) {
		}
	}
	for l.w.failure == nil && l.claim(r.take()) {
	}
	for l.w.failure == nil && l.claim(r.steal()) {
	}
	for over := uint64(1); over <= l.openings; over++ {
		for i := uint64(1); i <= l.n; i++ {
			if l.times[[2]uint64{over, i}] == 0 {
				l.w.fail("index %d of opening %d is lost", i, over)
			}
		}
	}
	if !printed && l.lasts != l.openings {
		l.w.fail("%d openings, but %d claims were the last", l.openings, l.lasts)
	}
}

func (s runScene) run(w *world) indexRun {
	if s.printed {
		return newPrintedRange(w, s.identity)
	}
	return newRangeTranscript(w, s.slips)
}

// program builds the scene.
func (s runScene) program(w *world) (atEnd func()) {
	l := &runLedger{w: w, n: s.n, times: map[[2]uint64]int{}}
	r := s.run(w)
	l.open(r)
	w.spawn("owner", func() {
		for _, op := range s.owner {
			for l.claim(r.take()) && op == 'o' {
			}
			if op == 'o' {
				l.open(r)
			}
		}
	})
	for i, ops := range s.thieves {
		w.spawn(fmt.Sprintf("thief %c", 'A'+i), func() {
			for range ops {
				l.claim(r.steal())
			}
		})
	}
	return func() { l.close(r, s.owner == "", s.printed) }
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
			rep := explore(c.scene.program, false)
			if rep.failure == nil {
				t.Fatalf("%v: not caught in %d runs, %d states", c.scene, rep.runs, rep.states)
			}
			t.Logf("%v\ncaught after %d operations (%d runs, %d states): %v\n%s", c.scene,
				len(rep.schedule), rep.runs, rep.states, rep.failure, replay(c.scene.program, rep.schedule))
			right := c.scene
			right.slips, right.printed = 0, false
			if rep := explore(right.program, true); rep.failure != nil {
				t.Fatalf("the form of wsrange.go fails too: %v\n%s", rep.failure, replay(right.program, rep.schedule))
			}
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

// reopened are scenes whose range is opened twice.
func reopened(n uint64, thieves ...string) (all []runScene) {
	for n := range n {
		for _, owner := range []string{"o", "-o", "o-", "o--"} {
			all = append(all, runScene{n: n + 1, owner: owner, thieves: thieves})
		}
	}
	return all
}

// TestEveryScheduleOfARange runs the form of wsrange.go in every schedule of small
// scenes: each index is claimed exactly once, nothing else is, exactly one claim
// of each opening is the last, and what is left can be claimed by whoever is there.
func TestEveryScheduleOfARange(t *testing.T) {
	for _, b := range []struct {
		name   string
		slow   bool // left out of -short and -race
		scenes []runScene
	}{
		{"one thief", false, runScenes(8, "s")},
		{"one thief/twice", false, runScenes(6, "ss")},
		{"one thief/three times", true, runScenes(5, "sss")},
		{"two thieves", false, runScenes(4, "s", "s")},
		{"two thieves/longer", true, runScenes(6, "s", "s")},
		{"two thieves/twice", true, runScenes(2, "ss", "ss")},
		{"opened again", false, reopened(3, "s")},
		{"opened again/twice", true, reopened(3, "ss")},
	} {
		if b.slow && (testing.Short() || raceDetector) {
			continue
		}
		began := time.Now()
		runs, states, ends := 0, 0, 0
		for _, s := range b.scenes {
			rep := explore(s.program, true)
			if rep.failure != nil {
				t.Fatalf("%s: %v: %v\n%s", b.name, s, rep.failure, replay(s.program, rep.schedule))
			}
			runs, states, ends = runs+rep.runs, states+rep.states, ends+rep.ends
		}
		t.Logf("%-26s %3d scenes %7d runs %7d states %6d ends  %v", b.name, len(b.scenes), runs, states, ends,
			time.Since(began).Round(time.Millisecond))
		if ends < len(b.scenes) {
			t.Errorf("%s: %d scenes, but only %d runs came to their end", b.name, len(b.scenes), ends)
		}
	}
}

// TestThePagesPairs runs the page's own code, with pairs that are told apart by
// identity: it needs no repair. Packed, they lose; see wrongRanges.
func TestThePagesPairs(t *testing.T) {
	scenes := append(runScenes(8, "s"), runScenes(3, "s", "s")...)
	if !testing.Short() && !raceDetector {
		scenes = append(runScenes(5, "s", "s"), runScenes(8, "ss")...)
	}
	ends := 0
	for _, s := range scenes {
		s.printed, s.identity = true, true
		rep := explore(s.program, true)
		if rep.failure != nil {
			t.Fatalf("%v: %v\n%s", s, rep.failure, replay(s.program, rep.schedule))
		}
		ends += rep.ends
	}
	if ends < len(scenes) {
		t.Errorf("%d scenes, but only %d runs came to their end", len(scenes), ends)
	}
}

// TestRangeTranscriptAgrees drives a WorkRange and its transcript through every
// history of takes and steals of small ranges, and compares what they claim and
// their words: the explorer's results are about the transcript.
func TestRangeTranscriptAgrees(t *testing.T) {
	var c Counters
	for n := uint32(1); n <= 8; n++ {
		for history := range 1 << 9 {
			var r WorkRange
			copied := newRangeTranscript(&world{}, 0)
			for over := range uint64(2) {
				r.Open(over, 1, 1+n, &c)
				copied.open(over, 1, 1+uint64(n))
				for step := 0; r.Len() > 0; step++ {
					p, took := Part{}, false
					var want claimed
					var ok bool
					if history>>(step%9)&1 == 0 {
						p, took = r.Take(&c)
						want, ok = copied.take()
					} else {
						var o Outcome
						p, o = r.Steal(&c)
						took = o == Took
						want, ok = copied.steal()
					}
					got := claimed{p.Over, uint64(p.Low), uint64(p.High), p.Last}
					s, w := r.stealRange(), copied.packed.Load()
					if got != want || took != ok || pack(uint64(s)>>indexTagShift, s.high(), s.length()) != w || r.low.Load() != copied.low.Load() {
						t.Fatalf("n %d, history %b, step %d: claimed %+v, want %+v", n, history, step, got, want)
					}
				}
			}
		}
	}
	if c.Took == 0 || c.Pops == 0 {
		t.Fatalf("not both took: %+v", c)
	}
}
