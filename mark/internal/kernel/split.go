package kernel

import "math/bits"

// SegmentHash is the factor of the hash that gives each segment an owner. It is 2^32 divided
// by the golden ratio: Knuth, The Art of Computer Programming, volume 3, section 6.4.
const SegmentHash = 0x9e3779b1

// How a split treats reference 0. In a heap it is nil, and is not marked. In a graph it is
// a node.
const (
	NilDropped = 1<<32 - 1
	NilIsNode  = 1 << 32
)

// Split divides refs by the hash of their segments, which are ref>>shift, into those whose hash is below limit and the
// others. If flip is 0, it moves those below the limit to the front of refs, and copies the others to out; if flip is
// 1<<32-1, it is the other way round. It returns how many have stayed in refs, and how many are in out. The contents of
// refs and out beyond these are undefined, up to the number of refs. Each part keeps its order. zero is NilDropped or
// NilIsNode.
//
// It panics unless out has room for all refs.
func Split(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int) {
	out = out[:len(refs):len(out)]
	switch {
	case lanes == 16:
		return splitWide(refs, out, shift&31, limit, flip, zero)
	case lanes == 8:
		return splitEight(refs, out, shift&31, limit, flip, zero)
	}
	return splitScalar(refs, out, shift&31, limit, flip, zero)
}

// splitPlain is the plain twin of splitScalar, splitEight and splitWide.
//
// Whether a hash is below the limit is as good as random. Both copies are written, and only one of
// the two positions moves on.
func splitPlain(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int) {
	for _, r := range refs {
		_, below := bits.Sub32((r>>shift)*SegmentHash, limit, 0)
		stays := -below ^ flip
		counts := uint32((uint64(r) + zero) >> 32)
		refs[stay] = r
		stay += int(counts & stays)
		out[leave] = r
		leave += int(counts &^ stays)
	}
	return stay, leave
}
