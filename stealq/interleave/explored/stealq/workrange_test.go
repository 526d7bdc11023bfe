package stealq

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// A work-stealing range under an owner, who in order of its letters opens a run of
// as many indices as a digit says and takes (t), and thieves who steal (s).
type rangeScene struct {
	high    uint32 // of the run that is open at first
	owner   string
	thieves []string
}

// rangeLedger holds each index of each opening to its law: claimed once, and one of
// an opening's claims is the last.
type rangeLedger struct {
	w       *interleave.World
	highs   []uint32
	claimed map[[2]uint32]bool
	lasts   map[uint32]int
	stolen  int
}

func (s rangeScene) run(w *interleave.World) func() {
	r := &WorkRange{}
	l := &rangeLedger{w: w, claimed: map[[2]uint32]bool{}, lasts: map[uint32]int{}}
	var own Counters
	open := func(high uint32) {
		l.highs = append(l.highs, high)
		r.Open(uint64(len(l.highs)), 0, high, &own)
	}
	if s.high > 0 {
		open(s.high)
	}
	w.Name("", r, nil)
	w.Go("owner", func() {
		for _, op := range s.owner {
			if op != 't' {
				if r.Len() == 0 {
					open(uint32(op - '0'))
				}
			} else if p, ok := r.Take(&own); ok {
				l.claim(p)
			}
		}
	})
	for i, ops := range s.thieves {
		w.Go(fmt.Sprint("thief ", i), func() {
			var c Counters
			for range ops {
				if p, o := r.Steal(&c); o == Took {
					if high := l.highs[p.Over-1]; p.High-p.Low > max(1, high/2) {
						w.Failf("a thief takes %d of %d", p.High-p.Low, high)
					}
					l.claim(p)
					l.stolen++
				}
			}
		})
	}
	return func() { l.close(r, &own) }
}

func (l *rangeLedger) claim(p Part) {
	if p.Over == 0 || p.Over > uint64(len(l.highs)) || p.Low >= p.High || p.High > l.highs[p.Over-1] {
		l.w.Failf("part %+v was never offered", p)
	}
	for i := p.Low; i < p.High; i++ {
		at := [2]uint32{uint32(p.Over), i}
		if l.claimed[at] {
			l.w.Failf("index %d is claimed twice", i)
		}
		l.claimed[at] = true
	}
	if p.Last {
		l.lasts[uint32(p.Over)]++
	}
}

func (l *rangeLedger) close(r *WorkRange, own *Counters) {
	for p, ok := r.Take(own); ok; p, ok = r.Take(own) {
		l.claim(p)
	}
	for i, high := range l.highs {
		for index := range high {
			if !l.claimed[[2]uint32{uint32(i + 1), index}] {
				l.w.Failf("index %d is lost", index)
			}
		}
		if l.lasts[uint32(i+1)] != 1 {
			l.w.Failf("%d claims say that they are the last", l.lasts[uint32(i+1)])
		}
	}
	l.w.Outcomef("%d stolen", l.stolen)
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
		if b.long && !long || testing.Short() && len(b.thieves) > 1 {
			continue
		}
		sum, stolen, scenes := interleave.Report{}, 0, 0
		for _, owner := range b.owners {
			for high := range b.highest + 1 {
				s := rangeScene{high, owner, b.thieves}
				rep := interleave.Explore(s.run, interleave.Options{})
				require.Nil(t, rep.Failure, "%+v", s)
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
	defer func() { TagMask = 1<<64 - 1 }()
	TagMask = 1
	rep := interleave.Explore(rangeScene{1, "t1", []string{"s"}}.run, interleave.Options{})
	require.ErrorContains(t, rep.Failure, "index 0 is claimed twice")
	t.Log(rep.Failure)
}
