//go:build !interleave || fullsize

package policy

import "time"

// These sizes are smaller for the schedule explorer. With the build tag interleave,
// limits_interleave.go takes the place of this file.
const (
	// BatchObjects is how many grey objects are scanned between two looks at the
	// shared state.
	BatchObjects = 64
	// HungryBatchObjects is how many are scanned between two looks while a worker is idle.
	HungryBatchObjects = 16
	// ChunkRefs is how many references are claimed at once. An object with more
	// references is huge: it is cut into chunks. To scan a chunk of 512 takes
	// microseconds, and a claim takes tens of nanoseconds. Some collectors chose 50.
	// There the claims cost too much. 2^32 references are 2^23 chunks, half of
	// stealq.MaxWorkRange.
	ChunkRefs = 512
	// RangeSlots is how many ranges a worker can have open at once. They take 6.5 KB. A
	// thief that finds nothing has looked at each of them.
	RangeSlots = 16
	// StackHigh is how many refs may stay on the private stack between two batches.
	StackHigh = 8192
	// SpinLooks is how often an idle worker looks for work without a pause. After
	// that it looks YieldLooks times with a yield before each look. Then it parks.
	SpinLooks  = 64
	YieldLooks = 16
	// CallPatience is the Patience of CallPace.
	CallPatience = 2 * time.Millisecond
	// MinSegmentShift is the binary logarithm of the smallest segment. With 9 a segment's
	// mark bits fill a cache line. 6 is the smallest that is right: then they fill a word.
	MinSegmentShift = 9
	// SlotRefs is how many references a slot of a forward queue holds. QueueSlots is how many slots a queue has at least.
	SlotRefs   = 1024
	QueueSlots = 8
	// NarrowOwners is how many owners are still faster than shared bits while only a few objects are grey. With more, slots
	// travel with few references each, and popular objects make a hot owner (Pace.MaySpread).
	NarrowOwners = 4
	// SenderRefs is for how many references all queues of a sender have room: 2 MiB.
	SenderRefs = 1 << 19
	// ThinRefs is how many grey objects are at most a thin frontier. ThinRounds is how often
	// the marker scans them all before it looks at the shared state.
	ThinRefs   = 16
	ThinRounds = 64
	// PassWords is how many words of the bitmap a worker claims at once in a pass that looks back (Turns): 4,096 nodes.
	PassWords = 64
	// StayRefs is how many refs of a mapped heap stay on the private stack, however far they are,
	// while nothing is put off: those of a thin frontier. NearBits is the binary logarithm of how many
	// granules are near each other there: 256 KiB, a chunk of the pending bitmap. With 4 MiB marks
	// of random graphs took half as long again.
	StayRefs = ThinRefs
	NearBits = 15
	// ChainCursors is how many cursors a worker has. After MaxFailed searches in vain they
	// rest. The marker keeps that many Seeds for them. Spacing is how many objects there are
	// for each distinguished one, at least. The shortcut table has MinTableWords to
	// TableWords words: 1 MiB. They are powers of two.
	ChainCursors  = 16
	MaxFailed     = 200
	Seeds         = 8
	Spacing       = 64
	MinTableWords = 16
	TableWords    = 1 << 17
	// SharedLevel is how many nodes a level of a search by breadth (mark/reach) has at least if several
	// searchers share it, and LevelChunk how many of these a searcher takes at once. If a
	// callback computes the successors, ShareTime counts: for how long the rest of the level
	// would take one searcher.
	SharedLevel = 4096
	LevelChunk  = 512
	ShareTime   = 200 * time.Microsecond
)
