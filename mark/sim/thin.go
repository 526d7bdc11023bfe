package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// A thin frontier is scanned as in the marker: package thin has the same functions, and the reasons.

// chase is some rounds over a thin frontier, from one question to the gate to the next.
type chase struct {
	speculates bool // cursors take part
	rounds     int
	scanned    uint64
	visited    uint64 // by the worker's cursors, before the chase
	began      time.Duration
}

// isThin reports whether w holds the exclusive bit, and few objects are grey.
func (s *simulation) isThin(w *worker) bool {
	return w.alone && len(w.ring) == 0 && uint(w.size()-1) < policy.ThinRefs && s.options.Grain > 1
}

// onlyOne reports whether only one object is grey, so that it can be followed like an element
// of a list.
func (s *simulation) onlyOne(w *worker) bool {
	if !s.isThin(w) || w.size() != 1 {
		return false
	}
	n, _, ok := s.heap.Object(heap.Ref(w.stack[w.bottom]))
	return ok && n <= kernel.SmallRefs
}

// followThin is for a thin frontier. It returns false if it leaves what is grey to scan.
func (s *simulation) followThin(w *worker) bool {
	switch {
	case w.followed > 0:
		s.follow(w)
	case !w.gate.Waits():
		return s.beginChase(w)
	case s.onlyOne(w):
		s.follow(w)
	default:
		w.gate.Waited(1)
		return false
	}
	return true
}

// follow begins the scan of the only grey object.
func (s *simulation) follow(w *worker) {
	w.followed++
	s.take(w)
	s.scanOldest(w)
}

// followedAll ends a walk along objects that were the only ones.
func (s *simulation) followedAll(w *worker) {
	n := w.followed
	w.followed = 0
	if w.gate.Waits() {
		w.gate.Waited(n + 1)
		return
	}
	w.chase.rounds, w.chase.scanned = n, uint64(n)
	s.endChase(w)
}

// beginChase begins some rounds over a thin frontier. The gate says whether cursors take part.
// It returns false if it leaves what is grey to scan.
func (s *simulation) beginChase(w *worker) bool {
	w.chase = chase{speculates: w.gate.Speculates(), visited: w.chains.Visited, began: w.at}
	s.hints.Seed(w.stack[len(w.stack)-1])
	if w.chase.speculates {
		s.table.Start()
		w.chains.Refresh()
	}
	switch {
	case w.chase.speculates || w.size() > 1:
		s.beginRound(w)
	case s.onlyOne(w):
		s.follow(w)
	default:
		s.endChase(w)
		return false
	}
	return true
}

// endChase tells the gate of the chase.
func (s *simulation) endChase(w *worker) {
	c := &w.chase
	took := w.at - c.began
	if c.speculates && w.gate.Tries() {
		s.result.Trial += took
	}
	w.gate.Did(c.rounds, c.scanned, c.scanned+w.chains.Visited-c.visited, took)
	s.wantSpeculators(w, false)
}

// beginRound begins the scan of all that is grey. It was prefetched at the end of the round
// before.
func (s *simulation) beginRound(w *worker) {
	w.state = chasing
	s.spend(w, ForMemory, s.costs.Miss)
	for _, obj := range w.stack[w.bottom:] {
		n, ok := s.refs(obj)
		if !ok || n > kernel.SmallRefs {
			break // it is left to scan
		}
		s.spend(w, ForScans, s.costs.Small(n))
	}
}

// thinRound is the end of a round. What was scanned leads to other objects. Then each cursor
// makes a step. The marker's own miss does not overlap with these steps: this is measured.
func (s *simulation) thinRound(w *worker) {
	w.chase.rounds++
	if !s.thinAll(w) {
		s.endChase(w)
		s.proceedInBatches(w)
		return
	}
	s.result.Batches++
	if w.chase.speculates {
		took, _ := s.round(w)
		s.spend(w, ForCursors, took)
	}
	if w.chase.rounds < policy.ThinRounds && s.isThin(w) {
		s.beginRound(w)
		return
	}
	s.endChase(w)
	s.share(w)
}

// thinAll scans all grey objects. It returns false if it leaves one to scan.
func (s *simulation) thinAll(w *worker) bool {
	var all [policy.ThinRefs]uint32
	grey := all[:copy(all[:], w.stack[w.bottom:])]
	w.stack = w.stack[:w.bottom]
	for i, obj := range grey {
		n, ok := s.refs(obj)
		if !ok || n > kernel.SmallRefs {
			w.stack = append(w.stack, grey[i:]...)
			s.trace(w, Step{Did: Chases, Refs: grey[:i]})
			return false
		}
		s.scanThin(w, obj, n)
	}
	s.trace(w, Step{Did: Chases, Refs: grey})
	return true
}

// scanThin scans one object, and harvests if it is distinguished.
func (s *simulation) scanThin(w *worker, obj, refs uint32) {
	w.chase.scanned++
	s.grey--
	speculates := w.chase.speculates
	if speculates && s.table.Distinguished(obj) {
		s.harvest(w, obj)
	}
	var judge chain.Judge
	judges := speculates && refs > 1
	if judges {
		judge = w.chains.Judge(s.source.Header(obj))
	}
	for i := range refs {
		to, marked := s.heap.RefAt(heap.Ref(obj), i), w.marked
		s.visit(w, to)
		if judges && to != heap.Nil {
			judge.Field(int(i), w.marked > marked)
		}
	}
	if judges {
		judge.Done()
	}
}

// harvest marks and pushes the distinguished objects that are known to be reachable from x.
// To look each of them up takes as long as a cursor's step.
func (s *simulation) harvest(w *worker, x uint32) {
	found := 0
	for len(w.stack) < policy.StackHigh {
		y, marked := s.table.Pass(x), w.marked
		s.spend(w, ForCursors, s.costs.Cursor)
		if y == 0 || uint64(y) >= s.heap.Granules() {
			break
		}
		if s.find(w, heap.Ref(y)); w.marked == marked {
			break
		}
		found++
		x = y
	}
	if found == 0 {
		return
	}
	s.trace(w, Step{Did: Harvests, Refs: w.stack[len(w.stack)-found:]})
	s.result.Harvests++
	s.result.ObjectsHarvested += uint64(found)
	w.gate.Harvested(found, s.table.Spacing())
	if found >= policy.PaysFrom {
		s.hints.Paid()
		w.chains.Paid()
		s.wantSpeculators(w, true)
	}
}
