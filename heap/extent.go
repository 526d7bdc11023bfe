package heap

import (
	"fmt"
	"math"
)

// extent adds up the sizes of objects that lie back to back from granule 1 on. It
// remembers the first object that the arena has no room for. A heap that is too large is
// refused before anything is spent on its arena.
type extent struct {
	objects  uint64
	granules uint64 // of all objects: below 2^64, because each has less than 2^32
	beyond   bool   // some object has no room
	first    uint64 // the first of them
}

// add appends an object of so many granules. It returns where the object starts, and
// false if the arena has no room for it.
func (e *extent) add(size uint64) (at uint64, ok bool) {
	at = 1 + e.granules
	e.granules += size
	if end := e.end(); !e.beyond && (end > MaxGranules || end*GranuleBytes > math.MaxInt) {
		e.beyond, e.first = true, e.objects
	}
	e.objects++
	return at, !e.beyond
}

// end returns the length of the arena in granules.
func (e *extent) end() uint64 { return 1 + e.granules }

// check returns an error if the arena has no room for all objects.
func (e *extent) check() error {
	if !e.beyond {
		return nil
	}
	return fmt.Errorf("heap: the arena exceeds %d bytes at object %d of %d: %s",
		uint64(min(MaxGranules*GranuleBytes, math.MaxInt)), e.first, e.objects, arenaLimit())
}

// arenaLimit says what bounds the arena on this platform.
func arenaLimit() string {
	if math.MaxInt < MaxGranules*GranuleBytes {
		return "a 32-bit platform addresses no more; use a 64-bit one or fewer objects"
	}
	return "32-bit references to 8-byte granules reach 32 GiB; use fewer or smaller objects"
}

// objectSize returns the size in granules of object n, with its header.
func objectSize(n, payload, refs uint64) (uint64, error) {
	granules := payload/GranuleBytes + (payload%GranuleBytes+GranuleBytes-1)/GranuleBytes
	switch {
	case n >= MaxObjects:
		return 0, fmt.Errorf("heap: more than %d objects: a Ref has 32 bits", uint64(MaxObjects))
	case refs > math.MaxUint32 || 1+refGranules(refs)+granules > math.MaxUint32:
		return 0, fmt.Errorf("heap: object %d with %d references and %d bytes of payload does not fit: an object has at most %d granules of %d bytes",
			n, refs, payload, uint32(math.MaxUint32), GranuleBytes)
	}
	return 1 + refGranules(refs) + granules, nil
}
