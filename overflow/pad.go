package overflow

// padBytes keeps a word that many goroutines write away from its neighbours:
// two 64-byte lines, because amd64 prefetches lines in pairs and some arm64
// processors have lines of 128 bytes. Larger values only cost memory.
const padBytes = 128
