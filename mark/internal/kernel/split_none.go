//go:build !amd64 || race || interleave

package kernel

// wide is false: without assembly refs are split one by one.
const wide = false

func splitTwoScalar(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int) {
	return splitTwoPlain(refs, out, shift, id, zero)
}

func splitTwoWide(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int) {
	return splitTwoPlain(refs, out, shift, id, zero)
}
