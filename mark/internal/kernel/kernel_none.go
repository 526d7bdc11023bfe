//go:build (!amd64 && !arm64) || race || interleave

package kernel

// Without assembly the prefetches do nothing, because Go has no prefetch outside its
// runtime. Then the processor still overlaps some cache misses on its own: those of
// objects that are scanned one after the other.

func prefetchObjects(arena []byte, objects []uint32, reach int) {}

func prefetchBits(marks []Word, refs []uint32) {}

func dropNil(marks []Word, refs []uint32) (left int) { return dropNilPlain(refs) }

func prefetchBitsToSet(marks []Word, refs []uint32) {}

func prefetchToWrite(refs []uint32) {}

func collectRefs(arena []byte, batch, out []uint32) (refs, objects int) {
	return collectRefsPlain(arena, batch, out)
}

func claimAlone(marks []Word, refs, stack []uint32) (pushed, done int) {
	return claimAlonePlain(marks, refs, stack)
}

func filterWhite(marks []Word, refs []uint32) (white, done int) { return filterWhitePlain(marks, refs) }

func prefetchWide(offsets []uint64, nodes []uint32) {}

func prefetchNarrow(offsets, nodes []uint32) {}

func prefetchTargetsWide(offsets []uint64, targets, nodes []uint32) {}

func prefetchTargetsNarrow(offsets, targets, nodes []uint32) {}

func collectWide(offsets []uint64, targets, nodes, out []uint32) (refs, taken int) {
	return collectPlain(offsets, targets, nodes, out)
}

func collectNarrow(offsets, targets, nodes, out []uint32) (refs, taken int) {
	return collectPlain(offsets, targets, nodes, out)
}
