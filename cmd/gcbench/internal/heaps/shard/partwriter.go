package shard

import (
	"bufio"
	"encoding/binary"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// partWriter writes the arena of a part, granule by granule. References become those of the
// part's own heap:
//
//	to an object of this part   address - base + 1
//	to another object           the part's own granules + the rank of its address among targets
//	nil                         nil
type partWriter struct {
	*cut
	part    int
	targets *ranked
	to      *bufio.Writer // of the snapshot; an error stays in it
}

// writeBytes is how much a partWriter collects before it writes.
const writeBytes = 64 << 10

// put appends a granule.
func (w *partWriter) put(granule uint64) {
	w.to.Write(binary.LittleEndian.AppendUint64(w.to.AvailableBuffer(), granule))
}

// local returns what a reference is in the part.
func (w *partWriter) local(to heap.Ref) heap.Ref {
	if to == heap.Nil {
		return heap.Nil
	}
	at := w.at(to)
	if w.cut.part(at) == w.part {
		return heap.Ref(at - w.base[w.part] + 1)
	}
	return heap.Ref(w.own(w.part) + w.targets.rank(at))
}

// object appends an object of the part: its header, its references, and its payload as it is.
func (w *partWriter) object(obj heap.Ref) {
	refs, size, _ := w.h.Object(obj)
	old := w.h.Arena()[uint64(obj)*heap.GranuleBytes : (uint64(obj)+uint64(size))*heap.GranuleBytes]
	w.put(binary.LittleEndian.Uint64(old)) // the header
	granule, n := uint64(0), uint32(0)
	for i, to := range w.h.Refs(obj) {
		granule |= uint64(w.local(to)) << (i % 2 * 32)
		if n++; n%2 == 0 {
			w.put(granule)
			granule = 0
		}
	}
	if n%2 == 1 {
		w.put(granule)
	}
	w.to.Write(old[(1+(uint64(refs)+1)/2)*heap.GranuleBytes:])
}

// roots returns the roots of the heap that lie in the part, in their order.
func (w *partWriter) roots() (roots []heap.Ref) {
	for _, root := range w.h.Roots() {
		if w.cut.part(w.at(root)) == w.part {
			roots = append(roots, w.local(root))
		}
	}
	return roots
}
