package marking

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Heap is what a marker sees of a heap. The labs' interface of this name has its methods.
type Heap struct{ t *trial }

// Roots returns the roots, in a slice of the caller's own.
func (h *Heap) Roots() []uint32 {
	h.t.calls.add("Roots()")
	var roots []uint32
	for _, root := range h.t.heap.Roots() {
		roots = append(roots, uint32(root))
	}
	h.t.calls.returned(roots)
	return roots
}

// NumReferences returns how many references a live object has.
func (h *Heap) NumReferences(object uint32) int {
	h.t.calls.add("NumReferences(%d)", object)
	h.t.object(object, "NumReferences(%d) was called")
	refs, _, _ := h.t.heap.Object(heap.Ref(object))
	h.t.calls.returned(refs)
	return int(refs)
}

// Reference returns a reference of a live object. It may be read once.
func (h *Heap) Reference(object uint32, i int) uint32 {
	h.t.calls.add("Reference(%d, %d)", object, i)
	h.t.object(object, fmt.Sprintf("Reference(%%d, %d) was called", i))
	refs, _, _ := h.t.heap.Object(heap.Ref(object))
	if i < 0 || i >= int(refs) {
		h.t.fail("Reference(%d, %d) was called: object %d has %d in all, and the first has the number 0", object, i, object, refs)
	}
	to := uint32(h.t.heap.RefAt(heap.Ref(object), uint32(i)))
	h.t.calls.returned(to)
	slot := slotOf(object, uint32(i))
	if h.t.read[slot/64]>>(slot%64)&1 != 0 {
		h.t.fail("object %d is scanned twice: its reference %d was read a second time", object, i)
	}
	h.t.read[slot/64] |= 1 << (slot % 64)
	return to
}

// Bitmap is a set of live objects. The labs' interface of this name has its methods.
type Bitmap struct {
	t     *trial
	name  string // that of the parameter
	words []uint64
}

func (t *trial) bitmap(name string) *Bitmap {
	return &Bitmap{t: t, name: name, words: make([]uint64, words(t.heap))}
}

func (b *Bitmap) has(object uint32) bool { return b.words[object/64]>>(object%64)&1 != 0 }

// Has says whether the bit of an object is set. That of nil never is.
func (b *Bitmap) Has(object uint32) bool {
	b.t.calls.add("%s.Has(%d)", b.name, object)
	if int(object/64) >= len(b.words) {
		b.t.fail("%s.Has(%d) was called: no object has the number %d", b.name, object, object)
	}
	has := b.has(object)
	b.t.calls.returned(has)
	return has
}

// Set sets the bit of a live object.
func (b *Bitmap) Set(object uint32) {
	b.t.calls.add("%s.Set(%d)", b.name, object)
	b.t.object(object, b.name+".Set(%d) was called")
	b.words[object/64] |= 1 << (object % 64)
}

// Clear clears the bit of a live object.
func (b *Bitmap) Clear(object uint32) {
	b.t.calls.add("%s.Clear(%d)", b.name, object)
	b.t.object(object, b.name+".Clear(%d) was called")
	b.words[object/64] &^= 1 << (object % 64)
}

// NumWords returns how many words the bitmap has.
func (b *Bitmap) NumWords() int { return len(b.words) }

// Word returns the bits of the objects 64i to 64i+63.
func (b *Bitmap) Word(i int) uint64 {
	b.t.calls.add("%s.Word(%d)", b.name, i)
	if i < 0 || i >= len(b.words) {
		b.t.fail("%s.Word(%d) was called: there are %d in all, and the first has the number 0", b.name, i, len(b.words))
	}
	b.t.calls.returned(fmt.Sprintf("%#x", b.words[i]))
	return b.words[i]
}
