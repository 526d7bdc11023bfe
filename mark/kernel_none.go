//go:build (!amd64 && !arm64) || race

package mark

// Go has no prefetch outside its runtime. Without assembly the ring still
// spreads the misses of a batch, which processors overlap on their own.

func prefetchObjects(arena *byte, refs *uint32, n, reach int) {}

func prefetchBits(words *word, refs *uint32, n int) {}

func prefetchBitsToSet(words *word, refs *uint32, n int) {}

func prefetchWords(words *uint64, indices *uint32, n int) {}

func prefetchLine(address *uint32) {}

func collectRefs(arena []byte, batch, out []uint32) (refs, objects int) {
	return collectRefsPlain(arena, batch, out)
}

func markAlone(marks []word, refs, stack []uint32) (pushed, done int) {
	return markAlonePlain(marks, refs, stack)
}

func keepWhite(marks []word, refs []uint32) (white, done int) {
	return keepWhitePlain(marks, refs)
}
