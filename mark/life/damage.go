package life

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// hurt writes something wrong to the arena. The heap was built for this, in private memory.
func hurt(h *heap.Heap, random *rand.Rand) {
	arena := h.Arena()
	switch random.IntN(3) {
	case 0: // a bit anywhere
		arena[random.IntN(len(arena))] ^= 1 << random.IntN(8)
	case 1: // half a granule: a reference, a number of references, a size
		at, n := random.IntN(len(arena)/4)*4, uint32(h.Granules())
		binary.LittleEndian.PutUint32(arena[at:], oneOf(random, 0, 1, random.Uint32N(n), n-1, n, n|63, n|63+1, 2*n, 1<<32-1))
	default: // a whole page, if there is one
		at := random.IntN(len(arena))
		for i := range arena[at:min(at+4096, len(arena))] {
			arena[at+i] = byte(random.Uint32())
		}
	}
}

// searchArena is the search of an unchecked arena: each granule that a reference names is an object,
// with as many references as the granule's low half says. The search returns false if that leads beyond
// the arena.
func searchArena(h *heap.Heap) (reached map[uint32]bool, inside bool) {
	arena := h.Arena()
	reached = map[uint32]bool{}
	var grey []uint32
	for _, root := range h.Roots() {
		grey = append(grey, uint32(root))
	}
	for len(grey) > 0 {
		object := grey[len(grey)-1]
		grey = grey[:len(grey)-1]
		if object == uint32(heap.Nil) || reached[object] {
			continue
		}
		reached[object] = true
		if uint64(object) >= h.Granules() {
			return nil, false
		}
		fields := arena[uint64(object)*heap.GranuleBytes:]
		refs := uint64(binary.LittleEndian.Uint32(fields))
		if fields = fields[heap.GranuleBytes:]; 4*refs > uint64(len(fields)) {
			return nil, false
		}
		for i := range refs {
			grey = append(grey, binary.LittleEndian.Uint32(fields[4*i:]))
		}
	}
	return reached, true
}

// judgeDamage judges the mark of a heap that may be damaged in any way. If what can be reached leads beyond
// the arena the mark must be an error. Otherwise it must be exactly what can be reached, whatever that now
// is.
func judgeDamage(h *heap.Heap, r *mark.Result, err error) error {
	want, inside := searchArena(h)
	switch {
	case inside && err != nil:
		return fmt.Errorf("the damage leads nowhere beyond the arena, and yet: %w", err)
	case !inside && err == nil:
		return errors.New("the damage leads beyond the arena, and the mark says nothing")
	case !inside && !isDamage(err):
		return err
	case !inside:
		return nil
	case r.Count() != uint64(len(want)):
		return fmt.Errorf("%d objects were counted in a damaged arena, %d are reachable", r.Count(), len(want))
	}
	for ref := range r.All() {
		if !want[ref] {
			return fmt.Errorf("granule %d of a damaged arena is marked and not reachable", ref)
		}
	}
	return nil
}
