package overflow

// padBytes keeps a word that many goroutines write away from its neighbours. It is
// two lines of 64 bytes, because amd64 prefetches lines in pairs, and some arm64
// processors have lines of 128 bytes. Larger values would only cost memory.
const padBytes = 128
