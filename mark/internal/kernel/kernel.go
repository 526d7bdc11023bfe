// Package kernel is what a mark does for each reference, over a batch of objects.
// No step has a branch that depends on how many references an object has or on
// which of them are marked. Both are as good as random, and a branch that the
// processor guesses wrong costs as much as scanning an object.
//
//	batch         [ o1 | o2 | o3 ... ]       objects whose memory has arrived
//	CollectRefs   [ a b | c | d e f ... ]    their references, end to end
//	PrefetchBits    the bitmap's words of a, b, c ...
//	ClaimAlone    [ a | d | f ... ]          those that were white, on the stack
//
// Among several workers FilterWhite and ClaimShared stand in the place of
// ClaimAlone.
//
// On amd64 and arm64 the steps are assembly. Their plain twins in plain.go run
// under the race detector and on other machines, and tests hold the two equal.
// Assembly trusts the lengths that it is given, so the functions here check these
// lengths first. A caller that gives too little room gets an ordinary Go panic,
// never a write past the end of a slice. Empty slices are fine everywhere.
package kernel

// CollectRefs copies the references of batch's objects to out, end to end, until
// it meets an object that has more than SmallRefs or that lies less than
// CollectRoom before the end of the arena. It returns how many references it copied
// and from how many objects. What is in out beyond the references is undefined.
//
// It panics unless out has room for SmallRefs references of each object in batch,
// because it may write so much.
func CollectRefs(arena []byte, batch, out []uint32) (refs, objects int) {
	return collectRefs(arena, batch, out[:len(batch)*SmallRefs:len(out)])
}

// ClaimAlone sets the bits of refs with plain stores and writes those that were
// clear to stack. It returns how many were clear, and how many refs it looked at. If
// one lies beyond the bitmap, it stops there. Only a worker that is alone may call
// it; see PlainWords. It panics unless stack has room for all refs.
func ClaimAlone(marks []Word, refs, stack []uint32) (pushed, done int) {
	return claimAlone(marks, refs, stack[:len(refs):len(stack)])
}

// FilterWhite moves those of refs whose bits are clear to the front. It returns how
// many they are, and how many refs it looked at. If one lies beyond the bitmap, it
// stops there.
//
// Another worker may set a bit just after it was seen clear, and on arm64 an ordinary
// load may still see clear a bit that is set. ClaimShared finds both out.
func FilterWhite(marks []Word, refs []uint32) (white, done int) {
	return filterWhite(marks, refs)
}

// ClaimShared sets the bits of white, which lie within the bitmap, with atomic
// instructions. It writes those that were still clear to stack and returns how
// many they are. Of all workers that claim an object, exactly one finds its bit clear.
// It panics unless stack has room for all of white.
func ClaimShared(marks []Word, white, stack []uint32) (pushed int) {
	stack = stack[:len(white):len(stack)]
	prefetchBitsToSet(marks, white)
	for _, to := range white {
		old := marks[to/64].Or(1 << (to % 64))
		stack[pushed] = to
		pushed += int(^old >> (to % 64) & 1)
	}
	return pushed
}

// PrefetchObjects asks for the line of each object's header and the line where
// its first references end, into the second-level cache. There is room for all that
// is on its way, and more loads can be under way than the first level can keep track
// of. A prefetch of any address is harmless.
func PrefetchObjects(arena []byte, objects []uint32) { prefetchObjects(arena, objects, reach) }

// PrefetchBits asks for the line of each reference's mark bit.
func PrefetchBits(marks []Word, refs []uint32) { prefetchBits(marks, refs) }

// PrefetchWords asks for the line of each word with these indices.
func PrefetchWords(words []uint64, indices []uint32) { prefetchWords(words, indices) }

// PrefetchLine asks for the line at this address.
func PrefetchLine(address *uint32) { prefetchLine(address) }
