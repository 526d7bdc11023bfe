package sim

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
)

// batchCost is what scanning a batch takes once it has arrived. Of a huge object only
// the header is read. Its references are chunks.
func (s *simulation) batchCost(refs []uint32) (sum time.Duration) {
	for _, obj := range refs {
		n, ok := s.refs(obj)
		if !ok {
			return sum
		}
		if n > policy.ChunkRefs {
			n = 0
		}
		sum += s.costs.Small(n)
	}
	return sum
}

// refs returns how many references an object has. It returns false if the arena is damaged.
func (s *simulation) refs(obj uint32) (n uint32, ok bool) {
	if n, _, ok = s.heap.Object(heap.Ref(obj)); !ok {
		s.damage = fmt.Errorf("sim: the arena is damaged: no object can be at granule %d, to which a reference leads; check the heap first", obj)
	}
	return n, ok
}

// scan is the end of a batch's scan. What the batch leads to is marked now. Large
// objects come first, because the marker greys all collected references together,
// afterwards. If this worker has to scan a huge object alone, scan is called again
// after that.
func (s *simulation) scan(w *worker) {
	if w.current.apart == 0 {
		did := Scans
		if w.followed > 0 {
			did = Follows
		}
		s.trace(w, Step{Did: did, Refs: w.current.objects(), N: w.followed})
	}
	for w.current.apart < w.current.n {
		obj := w.current.refs[w.current.apart]
		w.current.apart++
		n, _, _ := s.heap.Object(heap.Ref(obj))
		switch {
		case !s.apart(obj, n):
			continue
		case n <= policy.ChunkRefs:
			s.visitAll(w, heap.Ref(obj), 0, n)
		case !s.slice(w, obj, n):
			return
		}
		s.makeRoom(w)
	}
	for _, obj := range w.current.objects() {
		if n, _, _ := s.heap.Object(heap.Ref(obj)); !s.apart(obj, n) {
			s.visitAll(w, heap.Ref(obj), 0, n)
		}
	}
	s.grey -= uint64(w.current.n)
	if w.followed > 0 && w.followed < policy.BatchObjects && s.onlyOne(w) {
		w.state = ready // the next one at once
		return
	}
	if w.followed > 0 {
		s.followedAll(w)
	}
	s.drain(w)
	s.share(w)
}

// apart reports whether an object with n references is not collected with others. It
// is too large, or so near the end of the arena that the marker's kernel would read
// beyond it.
func (s *simulation) apart(obj, n uint32) bool {
	return n > kernel.SmallRefs || int64(obj)*heap.GranuleBytes > int64(len(s.heap.Arena()))-kernel.CollectRoom
}

// scanChunk is the end of a chunk's scan.
func (s *simulation) scanChunk(w *worker) {
	s.trace(w, Step{Did: Claims, Refs: []uint32{w.chunk.Object, w.chunk.Low, w.chunk.High}})
	if c := w.chunk; c.Roots {
		for _, root := range s.heap.Roots()[c.Low:c.High] {
			s.visit(w, root)
		}
	} else {
		s.visitAll(w, heap.Ref(c.Object), c.Low, c.High)
	}
	if w.rest.Object == 0 {
		s.share(w)
		return
	}
	s.drain(w)
	s.makeRoom(w)
	s.sliceAlone(w)
}

// visitAll visits what the references [low, high) of an object lead to.
func (s *simulation) visitAll(w *worker, obj heap.Ref, low, high uint32) {
	for i := low; i < high; i++ {
		s.visit(w, s.heap.RefAt(obj, i))
	}
}

// visit looks at a reference that w has scanned. If the bit belongs to another worker, the
// reference is forwarded to that worker.
func (s *simulation) visit(w *worker, to heap.Ref) {
	switch {
	case to == heap.Nil:
		return
	case uint64(to) >= s.heap.Granules():
		s.damage = fmt.Errorf("sim: the arena is damaged: a reference leads to granule %d of %d; check the heap first", to, s.heap.Granules())
		return
	case s.forwards(w):
		if owner := s.ownerOf(to); owner != w.id {
			s.forward(w, to, owner)
			return
		}
	}
	s.find(w, to)
}

// find marks and pushes an object, if it is white.
func (s *simulation) find(w *worker, to heap.Ref) {
	word, bit := uint64(to)/64, uint64(1)<<(to%64)
	if s.marks[word]&bit != 0 {
		return
	}
	s.marks[word] |= bit
	w.stack = append(w.stack, uint32(to))
	if !w.alone && s.plan.Owners < 2 {
		s.spend(w, ForClaims, s.costs.Claim)
	}
	w.marked++
	s.result.Marked++
	s.grey++
	s.result.PeakFrontier = max(s.result.PeakFrontier, s.grey)
}

// slice opens a huge object for all workers. If w already has too many of them open,
// slice begins to scan the object alone, and returns false.
func (s *simulation) slice(w *worker, object, refs uint32) bool {
	tells := s.tells(w)
	if s.offer(w, object, refs) {
		s.result.SlicesOpened++
		if tells {
			s.wake(w, int(policy.Chunks(refs)))
		}
		return true
	}
	s.result.SlicesAlone++
	w.rest = ranges.Chunk{Object: object, High: refs}
	s.sliceAlone(w)
	return false
}

// sliceAlone goes on with what is left of a huge object. If nothing is left, it goes
// on with the batch that the object is from.
func (s *simulation) sliceAlone(w *worker) {
	if w.rest.Low == w.rest.High {
		w.rest = ranges.Chunk{}
		s.scan(w)
		return
	}
	w.chunk = w.rest
	w.chunk.High = w.rest.Low + min(policy.ChunkRefs, w.rest.High-w.rest.Low)
	w.rest.Low = w.chunk.High
	s.beginChunk(w)
}

// beginChunk begins the scan of w.chunk.
func (s *simulation) beginChunk(w *worker) {
	w.state = slicing
	s.spend(w, ForDeques, s.costs.Chunk)
	s.spend(w, ForMemory, s.costs.Miss)
	s.spend(w, ForScans, s.costs.Ref*time.Duration(w.chunk.High-w.chunk.Low))
}
