package stealq

// cacheLines is the distance in bytes between fields that different goroutines write.
// It is two lines of 64 bytes. On amd64 processors fetch lines in pairs, and some arm64
// processors have lines of 128 bytes.
const cacheLines = 128

// pad stands between two fields of a struct. It keeps them on different cache lines,
// wherever the struct begins in memory.
type pad [cacheLines]byte
