package kernel

// SegmentHash is the factor of the hash that gives each segment an owner. It is 2^32 divided
// by the golden ratio: Knuth, The Art of Computer Programming, volume 3, section 6.4.
const SegmentHash = 0x9e3779b1

// What a split does with reference 0. In a heap it is nil, and nobody marks it. In a graph
// it is a node.
const (
	NilDropped = 1<<32 - 1
	NilIsNode  = 1 << 32
)

// SplitTwo divides refs between two owners. It moves the refs of owner id to the front of
// refs, and copies those of the other owner to out. It returns how many these are. What refs
// and out hold beyond these is undefined, up to the number of refs. The owner of a ref is
// the top bit of the hash of its segment, which is ref>>shift. zero is NilDropped or
// NilIsNode.
//
// It panics unless out has room for all refs.
func SplitTwo(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int) {
	out = out[:len(refs):len(out)]
	if wide {
		return splitTwoWide(refs, out, shift&31, id, zero)
	}
	return splitTwoScalar(refs, out, shift&31, id, zero)
}

// splitTwoPlain is the plain twin of splitTwoScalar and of splitTwoWide.
//
// Whether a ref is foreign is as good as random. So both copies are written, and only one
// of the two positions moves on.
func splitTwoPlain(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int) {
	for _, r := range refs {
		theirs := (r>>shift)*SegmentHash>>31 ^ id
		counts := uint32((uint64(r) + zero) >> 32)
		refs[own] = r
		own += int(counts &^ theirs)
		out[foreign] = r
		foreign += int(counts & theirs)
	}
	return own, foreign
}
