package heap

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// RankDigest returns what the object of this rank adds to a digest: the xxhash64 (seed 0)
// of the rank as 8 little-endian bytes. See [Digest].
func RankDigest(rank uint64) uint64 {
	var buf [8]byte
	binary.LittleEndian.PutUint64(buf[:], rank)
	return xxhash.Sum64(buf[:])
}

// Digest returns a number that identifies which objects of h are in the set: a [*Bitmap] after a
// mark, or a [*Reached]. Each member has a rank in order of address, from 0. Digest returns the sum of the members'
// [RankDigest] modulo 2^64. So the digests of sets without a common member add up to that of
// their union.
//
// The digest does not depend on the order in which objects were marked. It does not
// depend on addresses either, only on ranks. It stays the same if the heap is converted to a
// format that keeps only the order. Two digests that differ prove that the sets differ. Equal
// digests prove nothing against an adversary: the sum is no cryptographic hash.
//
// The error says that a mapped file could not be read, or that not all of its objects could be
// walked through. Any goroutine may call Digest while no goroutine changes the set.
func Digest(h *Heap, set interface{ Has(Ref) bool }) (uint64, error) {
	sum, walked := uint64(0), uint64(0)
	err := CatchFaults(func() error {
		for rank, obj := range h.Objects() {
			walked = rank + 1
			if set.Has(obj) {
				sum += RankDigest(rank)
			}
		}
		if h.mapped && walked != h.objects { // a page in which a file was cut ends with zeros, and does not fault
			return formatError("arena", 0, "%d of %d objects could be walked through: the mapped file was cut, or the heap is damaged", walked, h.objects)
		}
		return nil
	})
	return sum, err
}
