package mark

import "unsafe"

// With one worker nobody else touches the bitmap, and a locked instruction for
// each object would be a tenth to a quarter of the mark time for nothing.

// plainWords views a bitmap's words as plain memory.
//
// This is the only use of package unsafe in the tracer. It is sound because an
// atomic.Uint64 is a uint64 with markers of size zero (the declaration below
// fails to compile if it is not of its size), because a Marker with one worker
// has one goroutine that touches the bitmap during a mark, and because before
// and after the mark only that same goroutine hands it on.
func plainWords(words []word) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

var _ [0]struct{} = [unsafe.Sizeof(word{}) - unsafe.Sizeof(uint64(0))]struct{}{}

// greyAlone is grey for a single worker: one pass, plain stores.
func (s *heapScanner) greyAlone(w *worker, candidates []uint32) {
	prefetchWords(s.marks.Words(), candidates)
	marks := plainWords(s.marks.Words())
	stack, top := w.stack[w.top:], 0
	for _, to := range candidates {
		if uint64(to/64) >= uint64(len(marks)) {
			w.fail(s.outside(to))
			return
		}
		old := marks[to/64]
		marks[to/64] = old | 1<<(to%64)
		stack[top] = to
		top += int(^old >> (to % 64) & 1)
	}
	w.pushed(w.top + top)
}
