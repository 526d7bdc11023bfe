//go:build interleave && !fullsize

package policy

// Small sizes: graphs of few nodes then have full batches, objects that are sliced and
// tables that overflow, and an idle worker looks once before it parks.
const (
	BatchObjects = 2
	ChunkRefs    = 1
	Cursors      = 2
	StackHigh    = 512
	SpinLooks    = 0
	YieldLooks   = 0
)
