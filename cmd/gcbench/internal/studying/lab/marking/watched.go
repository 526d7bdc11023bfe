package marking

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Heap is what a marker sees of a heap. The labs' interface of this name has its methods.
// None of them allocates, unless calls are written down.
type Heap struct{ t *trial }

// Roots returns the roots.
func (h *Heap) Roots() []uint32 {
	if c := h.t.calls; c != nil {
		c.add("Roots() = %v", h.t.roots)
	}
	return h.t.roots
}

// NumReferences returns how many references a live object has.
func (h *Heap) NumReferences(object uint32) int {
	refs, _, _ := h.t.heap.Object(heap.Ref(object))
	if c := h.t.calls; c != nil {
		c.add("NumReferences(%d) = %d", object, refs)
	}
	if problem := h.t.problem(object); problem != "" {
		h.t.fail("NumReferences(%d) was called: %s", object, problem)
	}
	if a := h.t.ahead; a != nil {
		a.touch(object)
	}
	return int(refs)
}

// Reference returns a reference of a live object. It may be read once.
func (h *Heap) Reference(object uint32, i int) uint32 {
	if problem := h.t.problem(object); problem != "" {
		h.t.fail("Reference(%d, %d) was called: %s", object, i, problem)
	}
	refs, _, _ := h.t.heap.Object(heap.Ref(object))
	if i < 0 || i >= int(refs) {
		h.t.fail("Reference(%d, %d) was called: object %d has %d in all, and the first has the number 0", object, i, object, refs)
	}
	if a := h.t.ahead; a != nil {
		a.touch(object)
	}
	to := uint32(h.t.heap.RefAt(heap.Ref(object), uint32(i)))
	if c := h.t.calls; c != nil {
		c.add("Reference(%d, %d) = %d", object, i, to)
	}
	slot := slotOf(object, uint32(i))
	if h.t.read[slot/64]>>(slot%64)&1 != 0 {
		h.t.fail("object %d is scanned twice: its reference %d was read a second time", object, i)
	}
	h.t.read[slot/64] |= 1 << (slot % 64)
	return to
}

// Bitmap is a set of live objects. The labs' interface of this name has its methods. None
// of them allocates, unless calls are written down.
type Bitmap struct {
	t     *trial
	name  string // that of the parameter
	words []uint64
	looks uint64 // bits that were looked at: 1 for Has, 64 for Word
	sweep uint64 // how many words plain sweeps look at; 0: any number is right
}

func (b *Bitmap) has(object uint32) bool { return b.words[object/64]>>(object%64)&1 != 0 }

// Has says whether the bit of an object is set. That of nil never is.
func (b *Bitmap) Has(object uint32) bool {
	if int(object/64) >= len(b.words) {
		b.t.fail("%s.Has(%d) was called: no object has the number %d", b.name, object, object)
	}
	b.look(1)
	if c := b.t.calls; c != nil {
		c.add("%s.Has(%d) = %v", b.name, object, b.has(object))
	}
	return b.has(object)
}

// Set sets the bit of a live object.
func (b *Bitmap) Set(object uint32) {
	b.change(object, "Set")
	b.words[object/64] |= 1 << (object % 64)
}

// Clear clears the bit of a live object.
func (b *Bitmap) Clear(object uint32) {
	b.change(object, "Clear")
	b.words[object/64] &^= 1 << (object % 64)
}

// change is what Set and Clear have in common.
func (b *Bitmap) change(object uint32, method string) {
	if c := b.t.calls; c != nil {
		c.add("%s.%s(%d)", b.name, method, object)
	}
	if problem := b.t.problem(object); problem != "" {
		b.t.fail("%s.%s(%d) was called: %s", b.name, method, object, problem)
	}
}

// NumWords returns how many words the bitmap has.
func (b *Bitmap) NumWords() int { return len(b.words) }

// Word returns the bits of the objects 64i to 64i+63.
func (b *Bitmap) Word(i int) uint64 {
	if i < 0 || i >= len(b.words) {
		b.t.fail("%s.Word(%d) was called: there are %d in all, and the first has the number 0", b.name, i, len(b.words))
	}
	b.look(64)
	if c := b.t.calls; c != nil {
		c.add("%s.Word(%d) = %s", b.name, i, bitsOf(b.words[i]))
	}
	return b.words[i]
}

// look counts bits that the marker looks at.
func (b *Bitmap) look(bits uint64) {
	if b.looks += bits; b.sweep != 0 && b.looks > 64*maxLooks*b.sweep {
		b.t.fail("Mark has looked at more than %d words of %s: sweeps from the first word to the last need %d", maxLooks*b.sweep, b.name, b.sweep)
	}
}

// bitsOf names the bits of a word that are set.
func bitsOf(word uint64) string {
	if word == 0 {
		return "no bit"
	}
	return "bits " + strings.Join(judge.Bits(word), ", ")
}
