package heap

// Ref names an object by the index of its header granule. Nil is no object.
type Ref uint32

// Nil is the reference to nothing.
const Nil Ref = 0

const (
	// GranuleBytes is the size of the arena's unit, and of an object header.
	GranuleBytes = 8

	// MaxGranules is the largest arena: every granule has a Ref of its own.
	// 2^32 granules of 8 bytes are 32 GiB.
	MaxGranules = 1 << 32

	// MaxObjects bounds the number of objects, and so the index of an object
	// in a Builder. Granule 0 is reserved, and NoObject is not an index.
	MaxObjects = MaxGranules - 2
)

// refBytes is the size of a reference inside an object.
const refBytes = 4

// header packs an object's header granule.
func header(refs, size uint32) uint64 { return uint64(size)<<32 | uint64(refs) }

// refGranules is the number of granules that n references fill.
func refGranules(n uint64) uint64 { return (n + 1) / 2 }
