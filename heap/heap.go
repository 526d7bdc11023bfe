package heap

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
)

// Heap is an arena of objects, and the roots that keep some of them alive. Make one with a
// [Builder], or read one with [OpenSnapshot] or [ReadSnapshot]. A Heap does not change, so
// any number of goroutines may call its methods at once.
type Heap struct {
	arena []byte // whole granules; granule 0 is zero
	roots []Ref
	// The builder has counted objects and edges, or the file claims them. Check
	// compares them with the arena.
	objects, edges uint64

	mapped bool   // the arena may be a file
	file   []byte // the file, if it is mapped and can be advised on; the arena is a part of it
}

// Arena returns the arena's bytes, for a scan loop with its own bounds checks. The caller
// must not write to them: they may be a read-only file mapping.
func (h *Heap) Arena() []byte { return h.arena }

// Mapped reports whether the arena may be a file that is mapped into memory: see
// [OpenSnapshot]. A first read of such memory may take as long as the disk does, and fails if
// the file was cut.
func (h *Heap) Mapped() bool { return h.mapped }

// Granules returns the length of the arena in granules of 8 bytes, granule 0 included. Every
// valid Ref is below it.
func (h *Heap) Granules() uint64 { return uint64(len(h.arena)) / GranuleBytes }

// Roots returns the roots in the order in which they were added. A root may occur more
// than once. The caller must not write to the slice.
func (h *Heap) Roots() []Ref { return h.roots }

// WithRoots returns a heap with other roots and the same objects, in the same memory. It
// fails if no object can be at one of the roots.
func (h *Heap) WithRoots(roots ...Ref) (*Heap, error) {
	for _, r := range roots {
		if _, _, ok := h.Object(r); !ok {
			return nil, fmt.Errorf("heap: no object is at granule %d, so it cannot be a root", r)
		}
	}
	other := *h
	other.roots = slices.Clone(roots)
	return &other, nil
}

// NumObjects returns the number of objects, live ones and garbage. For a heap from a file
// this is a claim of the file until Check has returned nil.
func (h *Heap) NumObjects() uint64 { return h.objects }

// NumEdges returns the number of references that are not nil. For a heap from a file this is
// a claim of the file until Check has returned nil.
func (h *Heap) NumEdges() uint64 { return h.edges }

// Object returns the number of references of the object at r, and its size in granules of 8
// bytes. ok is false if no object can be at r: r is nil or beyond the arena, or the size in
// the header is too small for the references or leads beyond the arena.
//
// On a damaged heap, or for an r inside an object, ok may be true by accident. Then RefAt is
// still safe for the references that Object has reported.
func (h *Heap) Object(r Ref) (refs, size uint32, ok bool) {
	g := h.Granules()
	if r == Nil || uint64(r) >= g {
		return 0, 0, false
	}
	w := h.word(uint64(r))
	refs, size = uint32(w), uint32(w>>32)
	ok = uint64(size) > refGranules(uint64(refs)) && uint64(r)+uint64(size) <= g
	return refs, size, ok
}

// RefAt returns reference i of the object at r. Call Object first: it says whether an object
// is at r, and how many references it has. Otherwise RefAt may panic.
func (h *Heap) RefAt(r Ref, i uint32) Ref {
	off := (uint64(r)+1)*GranuleBytes + uint64(i)*refBytes
	return Ref(binary.LittleEndian.Uint32(h.arena[off:]))
}

// Refs iterates over the references of the object at r, in order. Each pair is the index of a
// reference and the reference, which may be nil. Refs yields nothing where Object reports no
// object.
func (h *Heap) Refs(r Ref) iter.Seq2[uint32, Ref] {
	return func(yield func(uint32, Ref) bool) {
		n, _, ok := h.Object(r)
		for i := uint32(0); ok && i < n; i++ {
			if !yield(i, h.RefAt(r, i)) {
				return
			}
		}
	}
}

// Objects iterates over all objects in order of address. Each pair is an object's rank in
// this order, from 0, and its Ref. On a damaged heap the iteration ends at the first granule
// that cannot be a header, which Check names.
func (h *Heap) Objects() iter.Seq2[uint64, Ref] {
	return func(yield func(uint64, Ref) bool) {
		rank, g, asked := uint64(0), h.Granules(), uint64(0)
		for at := uint64(1); at < g; rank++ {
			if at >= asked {
				asked = h.askOnwards(at)
			}
			_, size, ok := h.Object(Ref(at))
			if !ok || !yield(rank, Ref(at)) {
				return
			}
			at += uint64(size)
		}
	}
}

// word returns the contents of one granule.
func (h *Heap) word(granule uint64) uint64 {
	return binary.LittleEndian.Uint64(h.arena[granule*GranuleBytes:])
}
