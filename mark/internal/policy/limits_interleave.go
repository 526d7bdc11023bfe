//go:build interleave && !fullsize

package policy

// The sizes are small, so graphs of few nodes have full batches, objects that are
// sliced and tables that are full. And an idle worker looks once before it parks.
const (
	BatchObjects       = 2
	HungryBatchObjects = 1
	ChunkRefs          = 1
	RangeSlots         = 2
	StackHigh          = 512
	SpinLooks          = 0
	YieldLooks         = 0

	CallPatience = 0 // an execution has no time

	MinSegmentShift = 6
	SlotRefs        = 2
	QueueSlots      = 2
	SenderRefs      = 4
	NarrowOwners    = 1

	StayRefs = 0 // so even a few refs are put off
	NearBits = 7

	PassWords = 1

	ThinRefs      = 2
	ThinRounds    = 1
	ChainCursors  = 1
	MaxFailed     = 1
	Seeds         = 1
	Spacing       = 1
	MinTableWords = 4
	TableWords    = 4

	SharedLevel = 2
	LevelChunk  = 1
	ShareTime   = 0
)
