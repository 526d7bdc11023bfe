package heap

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// RankDigest returns the part of a [Digest] that the object of this rank adds: the xxhash64
// (seed 0) of the rank as 8 little-endian bytes. Any goroutine may call it.
func RankDigest(rank uint64) uint64 {
	var buf [8]byte
	binary.LittleEndian.PutUint64(buf[:], rank)
	return xxhash.Sum64(buf[:])
}

// Digest returns a number that identifies a set of objects of h: a [*Bitmap] after a mark, or
// a [*Reached]. Each member has a rank in order of address, from 0. The digest is the sum of
// the members' [RankDigest] modulo 2^64. The digests of disjoint sets add up to that of their
// union.
//
// Only ranks count, so a heap that is converted to a format that keeps the order of objects
// has the same digest. Two digests that differ prove that the sets differ. Equal ones prove
// nothing against an adversary: the sum is no cryptographic hash.
//
// The error says that a mapped file could not be read, or that not all of its objects could
// be walked through. Any goroutine may call Digest while no goroutine changes the set.
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
