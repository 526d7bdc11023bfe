//go:build (!amd64 && !arm64) || race

package mark

// Go has no prefetch outside its runtime. Without assembly the ring still
// spreads the misses of a batch, which processors overlap on their own.

func prefetchObjects(arena *byte, refs *uint32, n int) {}

func prefetchBits(words *word, refs *uint32, n int) {}

func prefetchWords(words *uint64, indices *uint32, n int) {}

func prefetchLine(address *uint32) {}
