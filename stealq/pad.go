package stealq

// cacheLines is the distance in bytes kept between fields that different
// goroutines write: two 64-byte lines, because processors fetch lines in pairs
// (amd64) or have lines of 128 bytes (some arm64).
const cacheLines = 128

// pad keeps its neighbours in a struct on different cache lines, wherever the
// struct begins.
type pad [cacheLines]byte
