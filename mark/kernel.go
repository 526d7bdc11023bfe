package mark

import (
	"encoding/binary"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// The scan kernel: what is done for each reference, in three steps over a batch
// of objects. First the references are collected, then asked for their bits, then
// tested, marked and pushed. No step has a branch that depends on how many
// references an object has or on which of them are marked: either is as good as
// random, and a branch guessed wrong costs as much as scanning an object.
//
//	batch        [ o1 | o2 | o3 ... ]          objects whose memory has arrived
//	collect      [ a b | c | d e f ... ]       their references, end to end
//	prefetch       the bitmap's words of a, b, c ...
//	mark         [ a | d | f ... ]             those that were white, on the stack
//
// The functions here are the plain twins of the assembly: they run under the race
// detector and on other machines, and tests hold the two equal.

// smallRefs is the largest number of references that are collected; an object
// with more is scanned apart.
const smallRefs = 32

// collectRoom is how much of the arena collecting an object may read.
const collectRoom = heap.GranuleBytes + smallRefs*refBytes

// collectRefsPlain copies the references of batch's objects to out, which has room
// for smallRefs of each, until it meets one that has more or that lies less than
// collectRoom before the end of the arena. It returns how many references and
// objects that were. What is in out beyond the references is undefined.
func collectRefsPlain(arena []byte, batch, out []uint32) (refs, objects int) {
	for objects < len(batch) {
		at := int64(batch[objects]) * heap.GranuleBytes
		if at > int64(len(arena))-collectRoom {
			break
		}
		n := binary.LittleEndian.Uint32(arena[at:])
		if n > smallRefs {
			break
		}
		from := arena[at+heap.GranuleBytes:][:n*refBytes]
		for to := out[refs:][:n]; len(to) > 0; to = to[1:] {
			to[0] = binary.LittleEndian.Uint32(from)
			from = from[refBytes:]
		}
		refs += int(n)
		objects++
	}
	return refs, objects
}

// markAlonePlain sets the bits of refs with plain stores and writes those that were
// clear to stack, which has room for all. It returns how many were clear, and how
// many refs it looked at: fewer than there are if one lies beyond the bitmap.
func markAlonePlain(marks []word, refs, stack []uint32) (pushed, done int) {
	plain := plainWords(marks)
	for i, to := range refs {
		if uint64(to/64) >= uint64(len(plain)) {
			return pushed, i
		}
		old := plain[to/64]
		plain[to/64] = old | 1<<(to%64)
		stack[pushed] = to
		pushed += int(^old >> (to % 64) & 1)
	}
	return pushed, len(refs)
}

// keepWhitePlain moves those of refs whose bits are clear to the front and
// returns how many they are, and how many refs it looked at: fewer than there are
// if one lies beyond the bitmap.
func keepWhitePlain(marks []word, refs []uint32) (white, done int) {
	for i, to := range refs {
		if uint64(to/64) >= uint64(len(marks)) {
			return white, i
		}
		refs[white] = to
		white += int(^marks[to/64].Load() >> (to % 64) & 1)
	}
	return white, len(refs)
}
