package heap

// Ref names an object: it is the index of the object's header granule. [Nil] names none.
type Ref uint32

// Nil is the reference to nothing.
const Nil Ref = 0

const (
	// GranuleBytes is the size of a granule in bytes. The granule is the unit of the arena
	// and the size of an object header.
	GranuleBytes = 8

	// MaxGranules is the length of the largest arena in granules: 32 GiB.
	MaxGranules = 1 << 32

	// MaxObjects is the largest number of objects in a heap.
	MaxObjects = MaxGranules - 2
)

// refBytes is the size of a reference inside an object, in bytes.
const refBytes = 4

// header returns the contents of an object's header granule.
func header(refs, size uint32) uint64 { return uint64(size)<<32 | uint64(refs) }

// refGranules returns the number of granules that n references fill.
func refGranules(n uint64) uint64 { return (n + 1) / 2 }
