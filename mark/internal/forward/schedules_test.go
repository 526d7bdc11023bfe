//go:build interleave && !fullsize

package forward

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// A forwardScene has a sender and a receiver of a queue of 2 slots of 2 references.
// References that do not fit are counted as spilt.
type forwardScene struct{ batches []int }

func (s forwardScene) run(w *interleave.World) func() {
	q := newQueue(2, 2)
	w.Name("queue", q, nil)
	var over interleave.Bool
	var got, want []uint32
	spilt := 0
	w.Go("sender", func() {
		next := uint32(1)
		for _, n := range s.batches {
			slot := q.open()
			for i := range n {
				slot[i] = next + uint32(i)
			}
			if q.publish(n, 0) {
				for i := range n {
					want = append(want, next+uint32(i))
				}
			} else {
				spilt++
			}
			next += uint32(n)
		}
		over.Store(true)
	})
	w.Go("receiver", func() {
		for last := false; ; {
			refs, ok := q.Next()
			if ok {
				q.tail.Load() // it takes time to read a slot
				got = append(got, refs...)
				q.release()
				continue
			}
			if last {
				return
			}
			if last = over.Load(); !last {
				interleave.Gosched()
			}
		}
	})
	return func() {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			w.Failf("sent %v, and received %v", want, got)
		}
		w.Outcomef("spilt %d", spilt)
	}
}

// TestForwardQueue: a slot is read as it was published, in every schedule.
func TestForwardQueue(t *testing.T) {
	for _, s := range []forwardScene{{[]int{2}}, {[]int{1, 2}}, {[]int{2, 1, 2}}} {
		o, bound := interleave.Options{}, "reduced"
		if len(s.batches) > 2 {
			o, bound = interleave.Options{Search: interleave.Bounded, Preemptions: 4}, "preemptions up to 4"
		}
		rep := interleave.Explore(s.run, o)
		tagged.Passes(t, rep, "forward queue, slots of %v", s.batches)
		require.True(t, rep.Complete)
		t.Logf("| forward queue, slots of %v | 1 | %s | %d | %d |", s.batches, bound, rep.Executions, rep.Longest)
		require.True(t, len(s.batches) == 1 || len(rep.Outcomes) > 1, "%v", rep.Outcomes)
	}
}

// A spillScene has workers that spill references for one owner, and the owner, who takes
// them. Each number is a reference.
type spillScene [][]uint32

func (sc spillScene) run(w *interleave.World) func() {
	const owner = 0
	of := Segments{2, policy.MinSegmentShift}
	var s spill
	s.fit(1024, of)
	w.Name("spill", &s, nil)
	var adding interleave.Int64
	adding.Store(int64(len(sc)))
	added, got := map[uint32]int{}, map[uint32]int{}
	for i, refs := range sc {
		w.Go(fmt.Sprint("worker ", i), func() {
			for _, ref := range refs {
				if of.Owner(ref) != owner {
					panic("another owner's")
				}
				if s.add(ref, owner) {
					added[ref]++
				}
			}
			adding.Add(-1)
		})
	}
	w.Go("owner", func() {
		var buf [64]uint32
		for last := false; ; {
			if n := s.take(owner, buf[:]); n > 0 {
				for _, ref := range buf[:n] {
					got[ref]++
				}
				continue
			}
			if last {
				return
			}
			if last = adding.Load() == 0; !last {
				interleave.Gosched()
			}
		}
	})
	return func() {
		if fmt.Sprint(added) != fmt.Sprint(got) {
			w.Failf("spilt %v, and taken %v", added, got)
		}
		if !s.empty(owner) {
			w.Failf("it is empty, and does not say so")
		}
		w.Outcomef("%v", got)
	}
}

// TestSpill: what is spilt is taken as often as it was new, in every schedule, whether the
// references lie in one word or in two segments.
func TestSpill(t *testing.T) {
	of := Segments{2, policy.MinSegmentShift}
	far := uint32(64)
	for of.Owner(far) != 0 {
		far += 64
	}
	executions, longest := 0, 0
	scenes := []spillScene{{{1}}, {{1, 2}}, {{1, far}}, {{1}, {1}}, {{1}, {2}}, {{1}, {far}}}
	for _, s := range scenes {
		rep := interleave.Explore(s.run, interleave.Options{})
		tagged.Passes(t, rep, "workers that spill these references each: %v", s)
		require.True(t, rep.Complete)
		executions, longest = executions+rep.Executions, max(longest, rep.Longest)
	}
	t.Logf("| references spilt for one owner, 1 and 2 workers | %d | reduced | %d | %d |", len(scenes), executions, longest)
}
