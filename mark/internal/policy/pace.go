package policy

import "github.com/seed-3ccf4018/halfmark/stealq"

// Pace is how a scanner likes its objects.
type Pace struct {
	Batch       int // objects scanned at once
	HungryBatch int // the same while somebody is idle; what is private beyond it is shared
	InFlight    int // batches prefetched before the oldest is scanned
	Recruit     int // grey objects for which a lone worker wakes a second one
	Found       int // objects that a lone worker must have marked before it wakes anybody
	// Computes says that scanning never waits for anything but memory, so that
	// more workers than processors are of no use.
	Computes bool
}

const (
	// HungryBatchObjects is how many grey objects are scanned between looks at
	// the shared state while somebody is idle.
	HungryBatchObjects = 16
	// inFlight is how many batches are prefetched before the oldest is scanned.
	inFlight = 3
)

// MemoryPace is the pace of scanners that know their memory. To wake a sleeping
// worker takes the time in which some hundred objects are scanned, and this worker
// then finds the heap in the first one's caches. With a small frontier it comes too
// late. In a small heap two workers are slower than one. So a lone worker goes on
// alone until it has marked what takes a millisecond or two to scan.
func MemoryPace() Pace {
	return Pace{Batch: BatchObjects, HungryBatch: HungryBatchObjects, InFlight: inFlight, Recruit: 256, Found: 49152, Computes: true}
}

// CallPace is the pace of scanners that call a user's code, which may be slow. They
// do not prefetch, so only the batch that is scanned next is in the ring. While
// somebody is idle, batches are cut to two nodes.
func CallPace() Pace {
	return Pace{Batch: BatchObjects, HungryBatch: 2, InFlight: 1, Recruit: 2}
}

// With is the pace for a grain. With grain 1 objects are scanned one at a time.
func (p Pace) With(grain int) Pace {
	if grain == 1 {
		return Pace{Batch: 1, HungryBatch: 1, InFlight: 1, Recruit: 1}
	}
	return p
}

// Take is how many of size refs are taken up as a batch. While somebody is idle the
// batch is smaller, so that more refs are left to give away.
func (p *Pace) Take(size int, hungry, alone bool) int {
	n := min(size, p.Batch)
	if hungry && !alone {
		n = min(n, p.HungryBatch)
	}
	return n
}

// Recruits reports whether there is anybody to share with: a lone worker wakes no
// other before that is worth while. A reference of a huge object counts like a marked
// object, though it may lead to nothing new. See MemoryPace.
func (p *Pace) Recruits(alone bool, marked, chunks uint64) bool {
	return !alone || marked+chunks*ChunkRefs >= uint64(p.Found)
}

// Feed is what a worker does for those that are idle.
type Feed uint8

const (
	Nothing Feed = iota
	Exposed      // it has let its deque show one more item, if a thief has asked for one
	Give         // it gives away half of what is private
)

// Feed decides what a worker with that many private refs does when somebody is
// idle. It gives nothing while its deque has something to steal. A batch is too
// little to be worth moving.
//
// A deque may hide items from thieves until one asks. Such a deque shows an item, and
// the worker need not push more. Sleeping thieves do not ask, so the worker wakes one
// whether an item was shown or not.
func (p *Pace) Feed(alone bool, private int, deque stealq.Deque) Feed {
	enough := p.HungryBatch
	if alone {
		enough = p.Recruit
	}
	if private <= enough || deque.Len() > 0 {
		return Nothing
	}
	if d, ok := deque.(stealq.Exposer); ok && d.Held() > 0 {
		d.Expose()
		return Exposed
	}
	return Give
}
