package heap

import "math/bits"

// Ranks numbers the objects of a heap in order of address, from 0. It takes 3/128 of the
// arena's size. It does not change, so any goroutine may use it.
type Ranks struct {
	starts []uint64
	before []uint32
	count  uint64
}

// NewRanks walks through h. On a damaged heap it numbers the objects before the first
// granule that cannot be a header.
func NewRanks(h *Heap) *Ranks {
	n := (h.Granules() + 63) / 64
	r := &Ranks{starts: make([]uint64, n), before: make([]uint32, n)}
	for _, obj := range h.Objects() {
		r.starts[obj/64] |= 1 << (obj % 64)
	}
	return r.number()
}

// RanksOf numbers the objects or nodes whose bits are set in b. It copies the bits.
func RanksOf(b *Bitmap) *Ranks {
	r := &Ranks{starts: make([]uint64, len(b.words)), before: make([]uint32, len(b.words))}
	for i := range b.words {
		r.starts[i] = b.words[i].Load()
	}
	return r.number()
}

// number counts the objects before each word.
func (s *Ranks) number() *Ranks {
	for i, w := range s.starts {
		s.before[i] = uint32(s.count)
		s.count += uint64(bits.OnesCount64(w))
	}
	return s
}

// Len returns the number of objects.
func (s *Ranks) Len() uint64 { return s.count }

// Of returns the rank of the object at r. ok is false if no object begins there.
func (s *Ranks) Of(r Ref) (rank uint64, ok bool) {
	if uint64(r/64) >= uint64(len(s.starts)) {
		return 0, false
	}
	w, bit := s.starts[r/64], uint64(1)<<(r%64)
	return uint64(s.before[r/64]) + uint64(bits.OnesCount64(w&(bit-1))), w&bit != 0
}
