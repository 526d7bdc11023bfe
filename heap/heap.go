package heap

import (
	"encoding/binary"
	"iter"
)

// Heap is an arena of objects and the roots that keep some of them alive. It
// is read-only once built, so any goroutine may call its methods. Build one
// with a Builder or read one with OpenSnapshot or ReadSnapshot.
type Heap struct {
	arena []byte // whole granules; granule 0 is zero
	roots []Ref
	// objects and edges are what the builder counted or the file claims;
	// Check compares them with the arena.
	objects, edges uint64
}

// Arena returns the arena's bytes, for a scan loop that does its own bounds
// checks. They must not be written: they may be a read-only file mapping.
func (h *Heap) Arena() []byte { return h.arena }

// Granules returns the length of the arena in granules of 8 bytes, the
// reserved granule 0 included. Every valid Ref is below it.
func (h *Heap) Granules() uint64 { return uint64(len(h.arena)) / GranuleBytes }

// Roots returns the roots, in the order in which they were added. Duplicates
// are allowed. The caller must not write to the slice.
func (h *Heap) Roots() []Ref { return h.roots }

// NumObjects returns the number of objects, live and garbage. For a heap read
// from a file it is the file's claim until Check has returned nil.
func (h *Heap) NumObjects() uint64 { return h.objects }

// NumEdges returns the number of references that are not nil, with the same
// reservation as NumObjects.
func (h *Heap) NumEdges() uint64 { return h.edges }

// Object returns the number of references and the size in granules of the
// object at r. ok is false if no object can be there: r is nil or beyond the
// arena, or the header it names is too small for its references or leads
// beyond the arena. On a damaged heap, or for an r inside an object, ok may
// be true by accident; reading the object's references is safe all the same.
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

// RefAt returns reference i of the object at r. The caller has learned from
// Object that the object is there and has more than i references; otherwise
// RefAt may panic.
func (h *Heap) RefAt(r Ref, i uint32) Ref {
	off := (uint64(r)+1)*GranuleBytes + uint64(i)*refBytes
	return Ref(binary.LittleEndian.Uint32(h.arena[off:]))
}

// Refs iterates over the references of the object at r in order, nil ones
// included. It yields nothing where Object reports no object.
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

// Objects iterates over all objects in order of address; the first value is
// the object's rank in that order, from 0. On a damaged heap it ends at the
// first granule that cannot be a header; Check says which.
func (h *Heap) Objects() iter.Seq2[uint64, Ref] {
	return func(yield func(uint64, Ref) bool) {
		rank, g := uint64(0), h.Granules()
		for at := uint64(1); at < g; rank++ {
			_, size, ok := h.Object(Ref(at))
			if !ok || !yield(rank, Ref(at)) {
				return
			}
			at += uint64(size)
		}
	}
}

// word reads one granule.
func (h *Heap) word(granule uint64) uint64 {
	return binary.LittleEndian.Uint64(h.arena[granule*GranuleBytes:])
}
