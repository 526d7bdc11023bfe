package source

import (
	"encoding/binary"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Arena is the memory of a heap. It reads the bytes of the arena itself, and checks the bounds at
// every access. An arena that was not checked can give a wrong count, but never a crash.
type Arena struct {
	chain.Heap         // the bytes; and the arena as cursors see it
	Mapped     bool    // the bytes are a file: cursors would read pages that a mark does not need
	OnDisk     bool    // some of it is not in memory
	MeanRefs   float32 // how many references an object has in the mean, 0 if that is not known
	Granules   uint64  // Refs are below it
}

// NewArena returns the source of a heap. If its file is mapped, NewArena looks whether that is in memory.
func NewArena(h *heap.Heap) Arena {
	return Arena{chain.Heap{Arena: h.Arena()}, h.Mapped(), !h.InMemory(), policy.MeanRefs(h.NumObjects(), h.NumEdges()), h.Granules()}
}

// Prefetch asks for the lines of the objects' headers, and of their first references.
func (a *Arena) Prefetch(objects []uint32) { kernel.PrefetchObjects(a.Arena, objects) }

// Approach does nothing. An object's references lie beside its header, which is on its way.
func (a *Arena) Approach([]uint32) {}

// Collect is [Source.Collect].
func (a *Arena) Collect(objects, out []uint32) (refs, taken int) {
	return kernel.CollectRefs(a.Arena, objects, out)
}

// Degree is [Source.Degree].
func (a *Arena) Degree(obj uint32) (uint32, error) {
	refs, err := a.references(obj)
	return uint32(len(refs) / kernel.RefBytes), err
}

// references returns the bytes of an object's references: none if there is an error.
func (a *Arena) references(obj uint32) ([]byte, error) {
	refs, ok := kernel.References(a.Arena, obj)
	if !ok {
		return nil, fmt.Errorf("the arena is damaged: no object can be at granule %d, to which a reference leads; check the heap before marking it", obj)
	}
	return refs, nil
}

// Piece is [Source.Piece].
func (a *Arena) Piece(out []uint32, obj, first uint32) (int, error) {
	refs, err := a.references(obj)
	refs = refs[min(uint64(first)*kernel.RefBytes, uint64(len(refs))):]
	return kernel.CopyRefs(out, refs[:min(len(refs), len(out)*kernel.RefBytes)]), err
}

// Follow is for lists. While only one object is grey, there is nothing with which its
// cache miss could overlap. All that a batch prepares would only cost time. And a
// branch on the mark bit is right here: the processor seldom predicts it wrongly, and
// the next miss begins early.
func (a *Arena) Follow(marks []kernel.Plain, stack []uint32, most int) (scanned, found int, beyond Beyond) {
	obj := stack[0]
	for found = 1; found == 1 && scanned < most; scanned++ {
		refs, ok := kernel.References(a.Arena, obj)
		if !ok || len(refs) > kernel.SmallRefs*kernel.RefBytes {
			break
		}
		found = 0
		for ; len(refs) >= kernel.RefBytes; refs = refs[kernel.RefBytes:] {
			to := binary.LittleEndian.Uint32(refs)
			if uint64(to/64) >= uint64(len(marks)) {
				return scanned + 1, found, Beyond{to, true}
			}
			if old := marks[to/64].Load(); old>>(to%64)&1 == 0 {
				marks[to/64].Store(old | 1<<(to%64))
				stack[found], obj = to, to
				found++
			}
		}
	}
	return scanned, found, Beyond{}
}

// Outside is [Source.Outside].
func (a *Arena) Outside(to uint32) error {
	return fmt.Errorf("the arena is damaged: a reference leads to granule %d of %d; check the heap before marking it", to, a.Granules)
}

// Cursors is [Source.Cursors].
func (a *Arena) Cursors() chain.Source {
	if a.Mapped {
		return nil
	}
	return &a.Heap
}

// Pace is that of memory. A mark of what is on the disk waits: more workers than processors are of use, and no worker owns
// mark bits, because what is sent to an owner would wait there for a page.
func (a *Arena) Pace() policy.Pace {
	p := policy.MemoryPace(uint64(len(a.Arena)))
	p.Computes = !a.OnDisk
	p.Halfway, p.MeanRefs = p.InFlight, a.MeanRefs
	return p
}
