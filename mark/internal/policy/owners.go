package policy

import "github.com/seed-3ccf4018/halfmark/mark/tune"

// Owners is how many of that many workers own mark bits, 0 if all share them. Workers beyond
// the processors would not help. A caller that forces owners gets one for each worker, so that tests
// forward references on any machine. Among more than DefaultOwners a batch of a narrow frontier leaves a few references for
// each owner, and shared bits are faster. dense says that objects have many references (Pace.Dense).
func Owners(workers, processors int, dense, forced bool) int {
	if forced {
		return min(workers, tune.MaxOwners)
	}
	if n := min(workers, processors); n <= tune.DefaultOwners && !dense {
		return n
	}
	return 0
}

// Narrow reports whether a lone worker had few objects to give away for long: so many are marked, and so many are grey now. It
// wakes others as soon as it has enough for two, but not before it has marked Found objects. Along a list, or on a grid, it
// marks far more before it has enough.
func (p *Pace) Narrow(marked uint64, grey int) bool {
	return marked > uint64(2*p.Found) && grey <= 2*p.Recruit
}

// Local reports whether the grey objects on a stack lie close together: one of 16 has its mark bit in the same line as the one below it.
// On stacks of shuffled heaps hardly any has, and on those of programs 12 to 44 %.
func Local(grey []uint32) bool {
	grey = grey[max(0, len(grey)-localRefs):]
	same := 0
	for i := 1; i < len(grey); i++ {
		if grey[i]/refsInLine == grey[i-1]/refsInLine {
			same++
		}
	}
	return len(grey) > 0 && 16*same >= len(grey)
}

const (
	localRefs  = 1024 // so many are looked at
	refsInLine = 512  // bits
)

// Slots is how many slots a queue has if there are that many owners, for that many refs.
// QueueSlots are enough while its receiver runs. The others are for a receiver that has lost
// its processor to another program for some milliseconds. A heap of a few objects cannot
// fill them.
//
// Among more than DefaultOwners there are QueueSlots in any case: 7.7 MiB for 16 owners, and 31 for 32. In virtual time a quarter of them
// is enough. Four would take half of that, but random and tree took up to 1.5 times as long by 16 owners on two processors beside another program.
func Slots(owners int, refs uint64) int {
	if owners > tune.DefaultOwners {
		return QueueSlots
	}
	room := int(min(SenderRefs, refs/8))
	return max(QueueSlots, room/(owners-1)/SlotRefs)
}

// TouchedSlots is how many slots of a queue have their memory before the first mark begins, if there are that many
// owners: 256 KiB for each sender. Others get it when they are used for the first time.
func TouchedSlots(owners int) int { return max(QueueSlots/2, 64/(owners-1)) }

// DrainTo is how many refs the private stack holds when a worker no longer takes what was
// forwarded to it.
const DrainTo = StackKeep

// TakeBack is how many references that are on their way to other owners a worker may take
// back if it is out of work and no other worker is active. They fit on its stack.
const TakeBack = StackHigh

// AskedRefs is for how many references a worker asks for the lines of their bits at a time, if it got many.
const AskedRefs = 64

// SplitRefs is how many references are divided among owners at a time. The other data that a split needs stay in a first-level
// cache.
const SplitRefs = ChunkRefs

// The contents of a slot must fit on a stack in which room was made.
var _ [StackRefs - StackHigh - SlotRefs]struct{}
