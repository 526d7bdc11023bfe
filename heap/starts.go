package heap

import "math/bits"

// Where objects start, in little memory, while a heap is being built. The set has one
// bit for each granule. Object i is the bit that has i others before it. To find this
// bit, the set keeps the place of every 32nd object and counts from there (Jacobson,
// "Space-Efficient Static Trees and Graphs", FOCS 1989, with one level of counts).
//
//	granule   0 1 2 3 4 5 6 7 8 9 ...
//	bits      0 1 0 0 1 0 1 0 0 1          objects 0, 1, 2, 3 start at 1, 4, 6, 9
//	samples   1 ...                        of objects 0, 32, 64, ...
//
// A table of addresses takes 4 bytes for each object, and nearly each look into a large
// one misses the caches. An object of three granules takes 3/8 + 1/8 bytes here.
type starts struct {
	bits    []uint64
	samples []uint32 // where objects 0, startsEvery, 2·startsEvery, ... start
	count   uint64
}

// startsEvery is how many objects share a sample. Objects of 4 granules have two words
// of bits then, and a search goes through one of them on average.
const startsEvery = 32

// newStarts returns an empty set with room for so many objects and granules.
func newStarts(objects, granules uint64) starts {
	return starts{bits: make([]uint64, 0, granules/64+1), samples: make([]uint32, 0, objects/startsEvery+1)}
}

// add appends an object that starts at granule g, behind all others.
func (s *starts) add(g uint64) {
	if s.count%startsEvery == 0 {
		s.samples = append(s.samples, uint32(g))
	}
	for g/64 >= uint64(len(s.bits)) {
		s.bits = append(s.bits, 0)
	}
	s.bits[g/64] |= 1 << (g % 64)
	s.count++
}

// after returns where the first object behind granule g starts, or end if there is none.
func (s *starts) after(g, end uint64) uint64 {
	for g++; g/64 < uint64(len(s.bits)); g = (g/64 + 1) * 64 {
		if word := s.bits[g/64] >> (g % 64); word != 0 {
			return g + uint64(bits.TrailingZeros64(word))
		}
	}
	return end
}

// at returns where object i starts. There must be an object i.
func (s *starts) at(i uint32) Ref {
	from := s.samples[i/startsEvery]
	skip := int(i % startsEvery)
	k := from / 64
	word := s.bits[k] >> (from % 64) << (from % 64)
	for n := bits.OnesCount64(word); skip >= n; n = bits.OnesCount64(word) {
		skip -= n
		k++
		word = s.bits[k]
	}
	return Ref(k*64 + uint32(nthBit(word, skip)))
}

// nthBit returns the place of the bit of w that has n ones below it. It halves the word
// six times, without a branch that depends on the bits.
func nthBit(w uint64, n int) int {
	place := 0
	for half := 32; half > 0; half /= 2 {
		low := bits.OnesCount64(w & (1<<half - 1))
		up := (n - low) >> 63 // all ones if the bit is in the low half
		n -= low &^ up
		w >>= uint(half &^ up)
		place += half &^ up
	}
	return place
}
