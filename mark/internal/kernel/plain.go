package kernel

import (
	"encoding/binary"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// These are the plain twins of the assembly. The exported functions in kernel.go say what
// each of them does.

func collectRefsPlain(arena []byte, batch, out []uint32) (refs, objects int) {
	for objects < len(batch) {
		at := int64(batch[objects]) * heap.GranuleBytes
		if at > int64(len(arena))-CollectRoom {
			break
		}
		n := binary.LittleEndian.Uint32(arena[at:])
		if n > SmallRefs {
			break
		}
		refs += CopyRefs(out[refs:], arena[at+heap.GranuleBytes:][:n*RefBytes])
		objects++
	}
	return refs, objects
}

func dropNilPlain(refs []uint32) (left int) {
	for _, to := range refs {
		if to != uint32(heap.Nil) {
			refs[left] = to
			left++
		}
	}
	return left
}

func claimAlonePlain(marks []Word, refs, stack []uint32) (pushed, done int) {
	plain := PlainWords(marks)
	for i, to := range refs {
		if uint64(to/64) >= uint64(len(plain)) {
			return pushed, i
		}
		old := plain[to/64].Load()
		plain[to/64].Store(old | 1<<(to%64))
		stack[pushed] = to
		pushed += int(^old >> (to % 64) & 1)
	}
	return pushed, len(refs)
}

func filterWhitePlain(marks []Word, refs []uint32) (white, done int) {
	for i, to := range refs {
		if uint64(to/64) >= uint64(len(marks)) {
			return white, i
		}
		refs[white] = to
		white += int(^marks[to/64].Load() >> (to % 64) & 1)
	}
	return white, len(refs)
}
