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

func (s *heapScanner) pace() (batch, hungryBatch, inFlight int) {
	return batchObjects, batchObjects, defaultInFlight
}

// scan works in three passes over the batch, so that none of them waits for
// memory or for a branch that cannot be predicted: collect the references;
// keep those whose bit is clear; set the bits and push those that this worker
// was the first to set.
func (s *heapScanner) scan(w *worker, batch []uint32) {
	if s.recorder != nil {
		s.recorder.record(batch)
	}
	n := 0
	for _, obj := range batch {
		refs, ok := s.references(obj)
		if !ok {
			w.fail(fmt.Errorf("mark: the arena is damaged: no object can be at granule %d, to which a reference leads; check the heap before marking it", obj))
			return
		}
		if len(refs) > smallRefs*refBytes {
			s.scanLarge(w, obj, refs)
			continue
		}
		n += collect(w.candidates[n:], refs)
	}
	s.grey(w, w.candidates[:n])
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

// collect appends references to candidates, nil ones too: the bit of granule 0
// is set during a mark, so the next pass drops them without a branch.
func collect(candidates []uint32, refs []byte) (n int) {
	candidates = candidates[:len(refs)/refBytes]
	for i := range candidates {
		candidates[i] = binary.LittleEndian.Uint32(refs[i*refBytes:])
	}
	return len(candidates)
}

// scanLarge scans an object of more than smallRefs references apart, or has it
// sliced if it is huge.
func (s *heapScanner) scanLarge(w *worker, obj uint32, refs []byte) {
	count := uint32(len(refs) / refBytes)
	if count > chunkRefs {
		w.slice(obj, count)
		return
	}
	n := collect(w.large[:], refs)
	s.grey(w, w.large[:n])
}

// grey marks and pushes the white objects among candidates.
func (s *heapScanner) grey(w *worker, candidates []uint32) {
	if to, ok := w.grey(candidates); !ok {
		w.fail(fmt.Errorf("mark: the arena is damaged: a reference leads to granule %d of %d; check the heap before marking it", to, s.marks.Len()))
	}
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
	n := collect(w.large[:], refs[uint64(c.low)*refBytes:uint64(c.high)*refBytes])
	s.grey(w, w.large[:n])
}

// greyRoots marks and pushes a chunk of roots.
func (s *heapScanner) greyRoots(w *worker, roots []heap.Ref) {
	for i, root := range roots {
		w.large[i] = uint32(root)
	}
	s.grey(w, w.large[:len(roots)])
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
