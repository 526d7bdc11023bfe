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

// What a slot holds must fit on a stack in which room was made.
var _ [StackRefs - StackHigh - SlotRefs]struct{}

var _ [SlotRefs - SlotRefsMany]struct{}
