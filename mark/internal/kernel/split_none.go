//go:build !amd64 || race || interleave

package kernel

// Wide is false: without assembly all refs are split one by one.
const Wide = false

func splitTwoScalar(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int) {
	return splitTwoPlain(refs, out, shift, id, zero)
}

func splitTwoWide(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int) {
	return splitTwoPlain(refs, out, shift, id, zero)
}
