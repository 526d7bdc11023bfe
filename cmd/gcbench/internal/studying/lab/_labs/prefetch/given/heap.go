//go:build !watched

package answer

// Heap is memory with objects in it, as an array of granules of 8 bytes. An object is named
// by a number: the index of its first granule. There are gaps between the numbers. The
// number 0 is nil, and nil is no object.
//
//	granule    object           object+1         object+2
//	         | size | references | ref 1 | ref 0 | ref 3 | ref 2 | ...
//
// The methods are all that Mark may use. When the judge watches which objects Mark touches,
// it compiles other methods with the same names.
type Heap struct {
	granules []uint64
	roots    []uint32
}

// NewHeap makes a heap of granules.
func NewHeap(granules []uint64, roots []uint32) *Heap { return &Heap{granules, roots} }

// Roots returns the objects that the program uses directly. An object may occur more than
// once. None of them is nil.
func (h *Heap) Roots() []uint32 { return h.roots }

// NumReferences reads how many references an object has.
func (h *Heap) NumReferences(object uint32) int { return int(uint32(h.granules[object])) }

// Reference reads reference i of an object. The first has the number 0. It returns an
// object, or 0 for nil.
func (h *Heap) Reference(object uint32, i int) uint32 {
	pair := h.granules[int(object)+1+i/2]
	return uint32(pair >> (i % 2 * 32))
}

// Prefetch asks the memory for the first granules of an object, and does not wait for them.
func (h *Heap) Prefetch(object uint32) { prefetch(&h.granules[object]) }

// Bitmap is a set of objects: a bit for each granule.
type Bitmap struct{ words []uint64 }

// NewBitmap makes an empty set with room for so many granules.
func NewBitmap(granules int) *Bitmap { return &Bitmap{make([]uint64, (granules+63)/64)} }

// Has says whether an object is in the set.
func (b *Bitmap) Has(object uint32) bool { return b.words[object/64]>>(object%64)&1 != 0 }

// Set puts an object into the set.
func (b *Bitmap) Set(object uint32) { b.words[object/64] |= 1 << (object % 64) }
