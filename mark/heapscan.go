package mark

import (
	"encoding/binary"
	"fmt"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// heapScanner is the scan loop over the simulated heap. It reads the arena's
// bytes itself, with a bounds check on every access: an arena that nobody
// checked can give a wrong count, never a crash.
type heapScanner struct {
	heap  *heap.Heap
	arena []byte
	marks *heap.Bitmap
	roots []heap.Ref

	recorder *Floor // keeps the order of scanning, if not nil
}

const (
	refBytes = 4
	// smallRefs is the largest number of references that are collected for a
	// whole batch; an object with more is scanned apart.
	smallRefs = 32
)

func (s *heapScanner) prefetch(batch []uint32) {
	prefetchObjects(&s.arena[0], &batch[0], len(batch))
}

// approach does nothing: references lie beside the header, which is on its way.
func (s *heapScanner) approach([]uint32) {}

func (s *heapScanner) pace() pace { return memoryPace }

// scan works in two passes over the batch, so that neither waits for memory nor
// for a branch that cannot be predicted: first keep the references whose bit is
// clear; then set those bits and push what this worker was the first to set.
func (s *heapScanner) scan(w *worker, batch []uint32) {
	if s.recorder != nil {
		s.recorder.record(batch)
	}
	n := 0
	for _, obj := range batch {
		refs, ok := s.references(obj)
		switch {
		case !ok:
			w.fail(fmt.Errorf("mark: the arena is damaged: no object can be at granule %d, to which a reference leads; check the heap before marking it", obj))
			return
		case len(refs) > chunkRefs*refBytes:
			w.slice(obj, uint32(len(refs)/refBytes))
		case len(refs) > smallRefs*refBytes:
			s.scanLarge(w, refs)
		case w.alone:
			s.greyAlone(w, refs)
		default:
			n += s.whiteOf(w, w.candidates[n:], refs)
		}
	}
	w.claim(w.candidates[:n])
}

// whiteOf stores the references whose bit is clear in candidates, which has
// room for all, and returns their number. Nil is never among them: the bit of
// granule 0 is set during a mark.
func (s *heapScanner) whiteOf(w *worker, candidates []uint32, refs []byte) (n int) {
	marks := s.marks.Words()
	candidates = candidates[:len(refs)/refBytes]
	for range candidates {
		to := binary.LittleEndian.Uint32(refs)
		refs = refs[refBytes:]
		if uint64(to/64) >= uint64(len(marks)) {
			s.outside(w, to)
			return 0
		}
		candidates[n] = to
		n += int(^marks[to/64].Load() >> (to % 64) & 1)
	}
	return n
}

// greyAlone marks and pushes in one pass, with plain stores: nobody else is
// there.
func (s *heapScanner) greyAlone(w *worker, refs []byte) {
	marks := plainWords(s.marks.Words())
	stack, top := w.stack[w.top:], 0
	for ; len(refs) >= refBytes; refs = refs[refBytes:] {
		to := binary.LittleEndian.Uint32(refs)
		if uint64(to/64) >= uint64(len(marks)) {
			s.outside(w, to)
			break
		}
		old := marks[to/64]
		marks[to/64] = old | 1<<(to%64)
		stack[top] = to
		top += int(^old >> (to % 64) & 1)
	}
	w.pushed(w.top + top)
}

// references returns the bytes of an object's references; false if the object
// would lead beyond the arena.
func (s *heapScanner) references(obj uint32) ([]byte, bool) {
	at := uint64(obj)*heap.GranuleBytes + heap.GranuleBytes
	if at > uint64(len(s.arena)) {
		return nil, false
	}
	refs := uint64(binary.LittleEndian.Uint32(s.arena[at-heap.GranuleBytes:]))
	if at+refs*refBytes > uint64(len(s.arena)) {
		return nil, false
	}
	return s.arena[at : at+refs*refBytes], true
}

// scanLarge scans up to chunkRefs references apart from the batch.
func (s *heapScanner) scanLarge(w *worker, refs []byte) {
	if w.alone {
		s.greyAlone(w, refs)
		return
	}
	w.claim(w.large[:s.whiteOf(w, w.large[:], refs)])
}

// outside ends the mark because a reference leads beyond the arena.
func (s *heapScanner) outside(w *worker, to uint32) {
	w.fail(fmt.Errorf("mark: the arena is damaged: a reference leads to granule %d of %d; check the heap before marking it", to, s.marks.Len()))
}

func (s *heapScanner) scanChunk(w *worker, c chunk) {
	if c.roots {
		s.greyRoots(w, s.roots[c.low:c.high])
		return
	}
	refs, ok := s.references(c.object)
	if !ok || uint64(len(refs)) < uint64(c.high)*refBytes {
		w.fail(fmt.Errorf("mark: the arena is damaged: the object at granule %d changed while it was marked", c.object))
		return
	}
	s.scanLarge(w, refs[uint64(c.low)*refBytes:uint64(c.high)*refBytes])
}

// greyRoots marks and pushes a chunk of roots.
func (s *heapScanner) greyRoots(w *worker, roots []heap.Ref) {
	for i, root := range roots {
		w.large[i] = uint32(root)
	}
	if to, ok := w.grey(w.large[:len(roots)]); !ok {
		s.outside(w, to)
	}
}

// failure turns a fault of mapped memory into an error; other panics are ours
// and stay panics.
func (s *heapScanner) failure(_ *worker, value any) (error, bool) {
	fault, ok := value.(interface {
		runtime.Error
		Addr() uintptr
	})
	if !ok {
		return nil, false
	}
	return fmt.Errorf("mark: the heap could not be read at memory address %#x: the mapped file was truncated or its disk failed: %w", fault.Addr(), fault), true
}
