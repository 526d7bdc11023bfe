package heap

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// Set is a set of objects: a *Bitmap after a mark, or a *Reached.
type Set interface{ Has(Ref) bool }

// Digest returns a number that identifies which objects of h are in the set:
// the sum, modulo 2^64, of the xxhash of each member's rank in order of address
// (as 8 little-endian bytes). It does not depend on the order in which objects
// were marked, nor on addresses themselves, so it survives conversion to a
// format that keeps only the order. It is no cryptographic hash. The error
// says that a mapped file could not be read.
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
