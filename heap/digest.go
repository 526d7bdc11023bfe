package heap

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// Set is a set of objects. A [*Bitmap] after a mark is one, and a [*Reached] is one.
type Set interface{ Has(Ref) bool }

// Digest returns a number that identifies which objects of h are in the set. Each
// member has a rank in order of address, from 0. Digest takes the xxhash64 of each
// member's rank (as 8 little-endian bytes, seed 0) and returns the sum of these hashes
// modulo 2^64.
//
// The digest does not depend on the order in which objects were marked. It does not
// depend on addresses either, only on ranks. So it stays the same if the heap is
// converted to a format that keeps only the order. Two digests that differ prove that
// the sets differ. Equal digests prove nothing against an adversary: the sum is no
// cryptographic hash.
//
// The error says that a mapped file could not be read. Any goroutine may call Digest while
// nobody changes the set.
func Digest(h *Heap, set Set) (uint64, error) {
	sum := uint64(0)
	var buf [8]byte
	err := faultsToErrors("arena", func() error {
		for rank, obj := range h.Objects() {
			if set.Has(obj) {
				binary.LittleEndian.PutUint64(buf[:], rank)
				sum += xxhash.Sum64(buf[:])
			}
		}
		return nil
	})
	return sum, err
}
