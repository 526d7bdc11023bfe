package explain

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// goThrough marks the heap as one worker does, batch by batch, and fills in what depends
// on the order.
func goThrough(s *schema.Structure, h *heap.Heap, live uint64) {
	w := way{heap: h, seen: make([]uint64, (h.Granules()+63)/64)}
	for _, root := range h.Roots() {
		w.push(root)
	}
	w.chunks = (len(h.Roots()) + HugeRefs - 1) / HugeRefs
	s.Alone = 1
	for w.next() {
		if s.Alone == 1 && len(h.Arena()) > AloneBytes && w.marked+uint64(w.chunks)*HugeRefs >= AloneObjects {
			s.Alone = ratio(float64(w.scanned), float64(live))
		}
	}
	s.Near = ratio(float64(w.near), float64(live))
}

// way is one worker on its way through a heap.
type way struct {
	heap         *heap.Heap
	seen         []uint64 // a bit for each granule
	stack, batch []heap.Ref
	open         []rest // what is left of huge objects
	before       heap.Ref

	marked, scanned, near uint64
	chunks                int // of huge objects and of the roots
}

// rest are the references of an object from a given one on.
type rest struct{ obj, from heap.Ref }

func (w *way) push(to heap.Ref) {
	if to != heap.Nil && w.seen[to/64]>>(to%64)&1 == 0 {
		w.seen[to/64] |= 1 << (to % 64)
		w.stack = append(w.stack, to)
		w.marked++
	}
}

// next scans a batch. Chunks of huge objects wait until the stack is empty, as in the
// marker. False means that nothing is left.
func (w *way) next() bool {
	if len(w.stack) == 0 && len(w.open) == 0 {
		return false
	}
	if len(w.stack) == 0 {
		w.chunk()
		return true
	}
	from := max(0, len(w.stack)-batchObjects)
	w.batch = append(w.batch[:0], w.stack[from:]...)
	w.stack = w.stack[:from]
	for _, obj := range w.batch {
		w.scan(obj)
	}
	return true
}

func (w *way) scan(obj heap.Ref) {
	apart := int64(obj) - int64(w.before)
	if w.before != heap.Nil && max(apart, -apart) < nearBytes/heap.GranuleBytes {
		w.near++
	}
	w.before = obj
	w.scanned++
	if refs, _, _ := w.heap.Object(obj); refs > HugeRefs {
		w.open = append(w.open, rest{obj, 0})
		return
	}
	for _, to := range w.heap.Refs(obj) {
		w.push(to)
	}
}

// chunk scans a part of the huge object that was opened last.
func (w *way) chunk() {
	last := &w.open[len(w.open)-1]
	refs, _, _ := w.heap.Object(last.obj)
	end := min(uint64(last.from)+HugeRefs, uint64(refs))
	for i := uint64(last.from); i < end; i++ {
		w.push(w.heap.RefAt(last.obj, uint32(i)))
	}
	last.from = heap.Ref(end)
	w.chunks++
	if end == uint64(refs) {
		w.open = w.open[:len(w.open)-1]
	}
}
