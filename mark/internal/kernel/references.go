package kernel

import (
	"encoding/binary"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// RefBytes is the size of a reference in the arena. Package heap has the same
// number, but does not export it: its users need only GranuleBytes.
const RefBytes = 4

// CollectRoom is how many bytes of the arena are read, at most, to collect an
// object.
const CollectRoom = heap.GranuleBytes + SmallRefs*RefBytes

// reach is the distance of the second prefetched line from the header, in bytes.
// The two lines hold what is read to collect 8 references.
const reach = heap.GranuleBytes + 8*RefBytes - 1

// head is the same for 2 references.
const head = heap.GranuleBytes + 2*RefBytes - 1

// References returns the bytes of an object's references. It returns false if the object
// would lead beyond the arena, as may happen in a heap that was not checked.
func References(arena []byte, obj uint32) ([]byte, bool) {
	at := uint64(obj)*heap.GranuleBytes + heap.GranuleBytes
	if at > uint64(len(arena)) {
		return nil, false
	}
	refs := uint64(binary.LittleEndian.Uint32(arena[at-heap.GranuleBytes:]))
	if at+refs*RefBytes > uint64(len(arena)) {
		return nil, false
	}
	return arena[at : at+refs*RefBytes], true
}

// CopyRefs copies references to out, which must have room for them, and returns how many
// they are.
func CopyRefs(out []uint32, refs []byte) int {
	out = out[:len(refs)/RefBytes]
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(refs)
		refs = refs[RefBytes:]
	}
	return len(out)
}
