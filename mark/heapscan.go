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
}

const refBytes = 4

func (s *heapScanner) scan(w *worker, batch []uint32) {
	for _, obj := range batch {
		refs, _, ok := s.heap.Object(heap.Ref(obj))
		if !ok {
			w.fail(fmt.Errorf("mark: the arena is damaged: no object can be at granule %d, to which a reference leads; check the heap before marking it", obj))
			return
		}
		if refs > chunkRefs {
			w.slice(obj, refs)
			continue
		}
		s.scanRefs(w, obj, 0, refs)
	}
}

// scanRefs marks references [low, high) of obj and pushes those that were
// white. There is room for them. The object has so many references, or obj and
// high come from a chunk that was made when it had.
func (s *heapScanner) scanRefs(w *worker, obj, low, high uint32) {
	at := (uint64(obj)+1)*heap.GranuleBytes + uint64(low)*refBytes
	refs := s.arena[at : at+uint64(high-low)*refBytes]
	marks, limit := s.marks.Words(), s.marks.Len()
	top := w.top
	for ; len(refs) >= refBytes; refs = refs[refBytes:] {
		to := binary.LittleEndian.Uint32(refs)
		if to == uint32(heap.Nil) {
			continue
		}
		if uint64(to) >= limit {
			w.fail(fmt.Errorf("mark: the arena is damaged: the object at granule %d refers to granule %d of %d; check the heap before marking it", obj, to, limit))
			break
		}
		word, bit := &marks[to/64], uint64(1)<<(to%64)
		if word.Load()&bit == 0 && word.Or(bit)&bit == 0 {
			w.stack[top] = to
			top++
		}
	}
	w.pushed(top)
}

func (s *heapScanner) scanChunk(w *worker, c chunk) {
	if c.object != rangeOfRoots {
		s.scanRefs(w, c.object, c.low, c.high)
		return
	}
	top := w.top
	for _, root := range s.roots[c.low:c.high] {
		if uint64(root) >= s.marks.Len() {
			w.fail(fmt.Errorf("mark: the heap is damaged: a root is granule %d of %d; check the heap before marking it", root, s.marks.Len()))
			break
		}
		if root != heap.Nil && s.marks.TestAndSet(root) {
			w.stack[top] = uint32(root)
			top++
		}
	}
	w.pushed(top)
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
