package policy

const (
	// MaxOwners is the largest number of workers that can own mark bits. There is a queue
	// for each ordered pair of them.
	MaxOwners = 32
	// AutoOwns says whether mark bits have owners if nobody says anything.
	AutoOwns = false
	// MaxSegmentShift is the binary logarithm of the largest segment: 256 KiB of a heap.
	MaxSegmentShift = 15
	// SegmentsEach is how many segments an owner has at least, on the average, unless they
	// would be smaller than MinSegmentShift says.
	SegmentsEach = 16
)

// Slot is how many references a slot holds if there are that many owners.
func Slot(owners int) int {
	if owners > 2 {
		return SlotRefsMany
	}
	return SlotRefs
}

// Slots is how many slots a queue has if there are that many owners, for that many refs.
// QueueSlots are enough while its receiver runs. The others are for a receiver that has lost
// its processor to another program for some milliseconds. A heap of a few objects cannot
// fill them.
func Slots(owners int, refs uint64) int {
	room := int(min(SenderRefs, refs/8))
	return max(QueueSlots, room/(owners-1)/Slot(owners))
}

// DrainTo is how many refs the private stack holds when a worker no longer takes what was
// forwarded to it.
const DrainTo = StackKeep

// What a slot holds must fit on a stack in which room was made.
var _ [StackRefs - StackHigh - SlotRefs]struct{}

var _ [SlotRefs - SlotRefsMany]struct{}
