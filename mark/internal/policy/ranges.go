package policy

// RootsObject stands for the roots in a range. It cannot be an object: no huge object
// begins at the last granule, and no graph has so many nodes.
const RootsObject = 1<<32 - 1

// Over packs an object and its length into one word, which a range carries.
func Over(object, length uint32) uint64 { return uint64(object)<<32 | uint64(length) }

// Chunks is how many chunks an object with that many references has. There must be at
// least one reference.
func Chunks(length uint32) uint32 { return (length-1)/ChunkRefs + 1 }

// Chunk is chunk i of a range: the references [low, high) of the object.
func Chunk(over uint64, i uint32) (object, low, high uint32) {
	object, length := uint32(over>>32), over&(1<<32-1)
	first := uint64(i) * ChunkRefs
	return object, uint32(first), uint32(min(first+ChunkRefs, length))
}
