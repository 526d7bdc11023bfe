//go:build !interleave || fullsize

package policy

// The sizes that the schedule explorer has smaller: limits_interleave.go takes the place
// of this file with the build tag interleave.
const (
	// BatchObjects is how many grey objects are scanned between looks at the
	// shared state.
	BatchObjects = 64
	// ChunkRefs is how many references are claimed at once, and the size above
	// which an object is sliced. A chunk of 512 takes microseconds to scan and a
	// claim tens of nanoseconds. In collectors that chose 50 the claims cost too much.
	// 2^32 references are 2^23 chunks, half of stealq.MaxWorkRange.
	ChunkRefs = 512
	// Cursors is the number of ranges that a worker can have open at once. They
	// take 6.5 KB, and a thief that finds nothing looks at each.
	Cursors = 16
	// StackHigh is how many refs stay on the private stack between two batches.
	StackHigh = 8192
	// SpinLooks is how often an idle worker looks for work without a pause.
	// YieldLooks is how often it then looks and yields before it parks.
	SpinLooks  = 64
	YieldLooks = 16
)
