package mark

import (
	"encoding/binary"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
)

// heapScanner is the scan loop over the simulated heap. It reads the bytes of the
// arena itself, and checks the bounds at every access. So an arena that nobody has
// checked can give a wrong count, but never a crash.
type heapScanner struct {
	heap  *heap.Heap
	arena []byte
	marks *heap.Bitmap
	roots []heap.Ref

	chains chain.Heap // the arena as cursors see it

	recorder record.Scanned // is told the order of scanning, if not nil
}

func (s *heapScanner) prefetch(batch []uint32) {
	kernel.PrefetchObjects(s.arena, batch)
}

// approach does nothing. An object's references lie beside its header, which is on
// its way.
func (s *heapScanner) approach([]uint32) {}

// source returns the arena, unless it is a file: speculation would read pages that the mark
// does not need.
func (s *heapScanner) source() chain.Source {
	if s.recorder != nil || s.heap.Mapped() {
		return nil
	}
	return &s.chains
}

func (s *heapScanner) pace() policy.Pace { return policy.MemoryPace(uint64(len(s.arena))) }

// scan collects the references of a batch and greys them together, so that no
// object waits for memory alone.
func (s *heapScanner) scan(w *worker, batch []uint32) {
	if s.recorder != nil {
		s.recorder(batch)
	}
	n := 0
	for len(batch) > 0 {
		refs, objects := kernel.CollectRefs(s.arena, batch, w.candidates[n:])
		n += refs
		if batch = batch[objects:]; len(batch) > 0 {
			s.scanApart(w, batch[0])
			w.makeRoom()
			batch = batch[1:]
		}
	}
	s.grey(w, w.candidates[:n])
}

// follow is for lists. While only one object is grey, there is nothing with which its
// cache miss could overlap. So all that scan prepares would only cost time. And a
// branch on the mark bit is right here: the processor seldom predicts it wrongly, and
// so the next miss begins early.
func (s *heapScanner) follow(w *worker) bool {
	if s.recorder != nil {
		return false
	}
	marks := kernel.PlainWords(s.marks.Words())
	obj := w.stack[w.top-1]
	for steps := range batchObjects {
		refs, ok := kernel.References(s.arena, obj)
		if !ok || len(refs) > kernel.SmallRefs*kernel.RefBytes {
			return steps > 0
		}
		w.stats.Batches++
		w.stats.Scanned++
		top := w.top - 1
		for ; len(refs) >= kernel.RefBytes; refs = refs[kernel.RefBytes:] {
			to := binary.LittleEndian.Uint32(refs)
			if uint64(to/64) >= uint64(len(marks)) {
				s.outside(w, to)
				break
			}
			if old := marks[to/64].Load(); old>>(to%64)&1 == 0 {
				marks[to/64].Store(old | 1<<(to%64))
				w.stack[top] = to
				obj = to
				top++
			}
		}
		w.top--
		if w.pushed(top); w.size() != 1 {
			break
		}
	}
	return true
}

// scanApart scans an object that is not collected with others. It is too large, or so
// near the arena's end that it must be read with care.
func (s *heapScanner) scanApart(w *worker, obj uint32) {
	refs, ok := kernel.References(s.arena, obj)
	switch {
	case !ok:
		w.fail(fmt.Errorf("mark: the arena is damaged: no object can be at granule %d, to which a reference leads; check the heap before marking it", obj))
	case len(refs) > chunkRefs*kernel.RefBytes:
		w.slice(obj, uint32(len(refs)/kernel.RefBytes))
	default:
		s.scanLarge(w, refs)
	}
}

// grey marks the white objects among candidates, and pushes them. The stack has room
// for them.
func (s *heapScanner) grey(w *worker, candidates []uint32) {
	if to, ok := w.claimer.claimRefs(w, candidates); !ok {
		s.outside(w, to)
	}
}

// scanLarge scans up to chunkRefs references that are not collected with others.
func (s *heapScanner) scanLarge(w *worker, refs []byte) {
	s.grey(w, w.large[:kernel.CopyRefs(w.large[:], refs)])
}

// outside ends the mark, because a reference leads beyond the arena.
func (s *heapScanner) outside(w *worker, to uint32) {
	w.fail(fmt.Errorf("mark: the arena is damaged: a reference leads to granule %d of %d; check the heap before marking it", to, s.marks.Len()))
}

func (s *heapScanner) scanChunk(w *worker, c chunk) {
	if c.roots {
		s.greyRoots(w, s.roots[c.low:c.high])
		return
	}
	refs, ok := kernel.References(s.arena, c.object)
	if !ok || uint64(len(refs)) < uint64(c.high)*kernel.RefBytes {
		w.fail(fmt.Errorf("mark: the arena is damaged: the object at granule %d changed while it was marked", c.object))
		return
	}
	s.scanLarge(w, refs[uint64(c.low)*kernel.RefBytes:uint64(c.high)*kernel.RefBytes])
}

// greyRoots marks a chunk of roots, and pushes them.
func (s *heapScanner) greyRoots(w *worker, roots []heap.Ref) {
	for i, root := range roots {
		w.large[i] = uint32(root)
	}
	s.grey(w, w.large[:len(roots)])
}

// failure turns a fault of mapped memory into an error. Any other panic is a defect
// of this program, and stays a panic.
func (s *heapScanner) failure(value any) (error, bool) { return faultError(value) }
