// Package kernel does what a mark has to do for each reference, for a whole batch of
// objects at once.
//
//	batch         [ o1 | o2 | o3 ... ]       objects whose memory has arrived
//	CollectRefs   [ a b | c | d e f ... ]    their references, end to end
//	DropNil       [ a b | d e f ... ]        without nil; the bitmap's words of these
//	ClaimAlone    [ a | d | f ... ]          those that were white, on the stack
//
// In a graph no reference is nil, and [PrefetchBits] takes the place of [DropNil]. There
// [Rows.Collect] takes the place of [CollectRefs]. Among several workers who share the bits, [FilterWhite] and
// [ClaimShared] take the place of [ClaimAlone].
//
// # No branch that cannot be predicted
//
// How many references does an object have? Which of them are marked? Both are as good
// as random. A branch that the processor predicts wrongly costs as much as scanning
// an object. No step has a branch that depends on either.
//
// # Assembly
//
// On amd64 and arm64 the steps are assembly. Each has a plain twin in plain.go. The
// twins run under the race detector and on other machines, and tests hold the two
// equal.
//
// Assembly trusts the lengths that it is given, so the exported functions check them
// first. A caller that gives too little room gets an ordinary Go panic. It never gets a
// write past the end of a slice. All functions accept empty slices.
//
// # Who may call
//
// Any worker may call every function but [ClaimAlone], [ClaimSifted] and [PlainWords], at any time.
// Those three are for the only writer of the words: see PlainWords.
package kernel

// CollectRefs copies the references of the objects in batch to out, end to end. It
// stops at the first object that has more than SmallRefs references, or that lies
// less than CollectRoom bytes before the end of the arena. It returns how many
// references it has copied, and of how many objects. The contents of out beyond these
// references are undefined.
//
// It panics unless out has room for SmallRefs references of each object in batch,
// because it may write so many.
func CollectRefs(arena []byte, batch, out []uint32) (refs, objects int) {
	out = out[: len(batch)*SmallRefs : len(out)]
	if lanes >= 8 {
		return collectEight(arena, batch, out)
	}
	return collectRefs(arena, batch, out)
}

// ClaimAlone sets the bits of refs with plain stores. It writes the refs whose bits
// were clear to stack. It returns how many these are, and how many refs it has looked
// at. It stops at the first ref that lies beyond the bitmap.
//
// Only the only writer of the words may call it; see PlainWords. It panics unless stack has
// room for all refs.
func ClaimAlone(marks []Word, refs, stack []uint32) (pushed, done int) {
	return claimAlone(marks, refs, stack[:len(refs):len(stack)])
}

// FilterWhite moves the refs whose bits are clear to the front of refs. It returns
// how many these are, and how many refs it has looked at. It stops at the first ref
// that lies beyond the bitmap.
//
// The answer may be out of date. Another worker may set a bit just after FilterWhite
// saw it clear. On arm64 an ordinary load may also see clear a bit that is already
// set. ClaimShared finds out both.
func FilterWhite(marks []Word, refs []uint32) (white, done int) { return filterWhite(marks, refs) }

// ClaimSifted does what [ClaimAlone] does, in two passes: [FilterWhite] comes first. ClaimAlone stores each word that it has
// tested. Where references lie close together, or many lead to the same object, the next test is of the same word, and waits
// for this store. If most bits are set, a pass of loads alone takes less time than it saves. The contents of refs are
// undefined afterwards.
func ClaimSifted(marks []Word, refs, stack []uint32) (pushed, done int) {
	white, done := FilterWhite(marks, refs)
	pushed, _ = ClaimAlone(marks, refs[:white], stack)
	return pushed, done
}

// ClaimShared sets the bits of white with atomic instructions. It writes the refs
// whose bits were still clear to stack, and returns how many these are. Of all
// workers that claim an object, exactly one finds its bit clear, so exactly one pushes
// the object.
//
// All of white must lie within the bitmap. ClaimShared panics unless stack has room
// for all of white.
func ClaimShared(marks []Word, white, stack []uint32) (pushed int) {
	stack = stack[:len(white):len(stack)]
	prefetchBitsToSet(marks, white)
	for _, to := range white {
		// The Or tests and sets in one step. In two steps, two workers push one
		// object:
		//
		//  1. Worker V loads the bit: it is clear.
		//  2. Worker W loads the bit: it is clear.
		//  3. V sets the bit, and pushes the object.
		//  4. W sets the bit, and pushes the object again.
		old := marks[to/64].Or(1 << (to % 64))
		stack[pushed] = to
		pushed += int(^old >> (to % 64) & 1)
	}
	return pushed
}

// PrefetchObjects asks for two cache lines of each object: the line of its header,
// and the line where its first 8 references end. They go into the second-level cache,
// which has room for all batches in flight. More loads can be under way to it than
// the first level can keep track of. A prefetch of any address is harmless.
func PrefetchObjects(arena []byte, objects []uint32) { prefetchObjects(arena, objects, reach) }

// PrefetchHeads asks for what is read to follow one of an object's first two references: the
// line of its header, and that of these references. In a heap of objects of 16 bytes each
// fourth object lies on two lines.
func PrefetchHeads(arena []byte, objects []uint32) { prefetchObjects(arena, objects, head) }

// PrefetchBits asks for the cache line of each ref's mark bit.
func PrefetchBits(marks []Word, refs []uint32) { prefetchBits(marks, refs) }

// DropNil does what PrefetchBits does. In the same pass it moves the refs that are not nil
// to the front of refs, and returns how many these are. The contents of refs beyond
// these are undefined.
//
// It is for heaps. The bit of nil is set, so [ClaimAlone] would push no nil anyway. But
// each nil reads and writes the same word of the bitmap. Each would wait for the store
// of the one before it, and half of the references of a tree are nil. In a graph 0 is a
// node like any other.
func DropNil(marks []Word, refs []uint32) (left int) { return dropNil(marks, refs) }

// Approach is DropNil if zero is NilDropped, and PrefetchBits if it is NilIsNode. It returns how many
// refs are left.
func Approach(marks []Word, refs []uint32, zero uint64) (left int) {
	if zero == NilDropped {
		return DropNil(marks, refs)
	}
	PrefetchBits(marks, refs)
	return len(refs)
}

// PrefetchToWrite asks for all cache lines of refs, which will be written. The processor
// takes them away from the one that read them last before the first store needs them.
func PrefetchToWrite(refs []uint32) { prefetchToWrite(refs) }
