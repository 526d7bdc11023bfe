//go:build !amd64 || race || interleave

package kernel

// lanes is 1: without assembly refs are split one by one, and none are collected 8 at a time.
const lanes = 1

func collectEight(arena []byte, batch, out []uint32) (refs, objects int) {
	return collectRefsPlain(arena, batch, out)
}

func splitScalar(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int) {
	return splitPlain(refs, out, shift, limit, flip, zero)
}

func splitEight(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int) {
	return splitPlain(refs, out, shift, limit, flip, zero)
}

func splitWide(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int) {
	return splitPlain(refs, out, shift, limit, flip, zero)
}
