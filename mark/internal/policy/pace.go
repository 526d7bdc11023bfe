package policy

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Pace says how a scanner likes its objects.
type Pace struct {
	Batch       int // how many objects are scanned at once
	HungryBatch int // the same while some worker is idle; private refs beyond it are shared
	InFlight    int // how many batches are prefetched before the oldest one is scanned
	// Halfway is how many batches leave before one whose objects have arrived, so that it pays to ask for what these lead to.
	// With InFlight batches nothing is asked for: an object's references lie beside it.
	Halfway int
	Recruit int // with more grey objects than this a lone worker wakes a second one
	Found   int // how many objects a lone worker must have marked before it wakes another
	// Patience is how long a lone worker goes on alone before it wakes anybody, if it is
	// unknown how long an object takes. 0 means that Found says when.
	Patience time.Duration
	// Computes says that scanning never waits for anything but memory. Then more
	// workers than processors are of no use.
	Computes bool
	// ZeroIsNode says that reference 0 leads to something, as in a graph. In a heap it is
	// nil.
	ZeroIsNode bool
	// MeanRefs is how many references an object has in the mean, 0 if this is unknown.
	MeanRefs float32
	// Memory is how many bytes a mark scans at most, if the scanner knows.
	Memory uint64
}

const (
	// inFlight is how many batches are prefetched before the oldest one is scanned.
	inFlight = 3

	// foundShared and foundOwned are how many objects a lone worker marks before it wakes
	// others. With owners the second worker pays much earlier: random graphs of 100,000
	// objects took 0.77 of one worker's speed with 8,192 and shared bits, and 1.31 with
	// owners. But it does not pay in a heap that lies in the second-level cache of the first
	// worker: app of 50,000 objects, 2 MiB, took 0.87 of one worker's speed, and 70,000
	// objects 1.16. One worker marks smallMemory bytes or less alone.
	foundShared = 49152
	foundOwned  = 8192
	smallMemory = 5 << 19
	// recruitMany and recruitTwo are how many grey objects a lone worker has to have before it lets others come, and how many
	// the last of several may have to go on alone. A harvest of a list gives some 240. For so few two workers sent one another
	// slots with a few references each, and slept and woke: lists with two workers took 0.65 to 0.9 of the time with 1024, deep of
	// 400,000 objects 0.84, and no shape took longer. In virtual time four and eight workers are 10 to 25 % slower on a grid so.
	recruitMany = 256
	recruitTwo  = 1024
	// foundDense is foundShared for objects with many references, each of which takes up to three times as long. With it two workers
	// took 0.89 of the time on node-bundler of the gallery (560,000 objects with 5), and 0.92 on dag of 400,000.
	foundDense = foundShared / 3
)

// MemoryPace is the pace of scanners that know their memory. A lone worker goes on
// alone until it has marked as many objects as it can scan in a millisecond or two.
// There are two reasons. To wake a sleeping worker takes as long as scanning some
// hundred objects: with few grey objects the woken worker comes too late. And the
// woken worker finds the heap in the caches of the first one. In a small heap two
// workers are slower than one.
func MemoryPace(bytes uint64) Pace {
	return Pace{Batch: BatchObjects, HungryBatch: HungryBatchObjects, InFlight: inFlight, Halfway: inFlight / 2, Recruit: recruitMany, Found: foundShared, Computes: true, Memory: bytes}
}

// CallPace is the pace of scanners that call a user's code, which may be slow. They
// do not prefetch. The ring therefore holds only the batch that is scanned next. While
// a worker is idle, batches are cut to two nodes.
//
// A lone worker is patient: a second worker pays from some ten thousand nodes on if their
// callback takes 30 ns, and from the third node on if it takes milliseconds.
func CallPace() Pace {
	return Pace{Batch: BatchObjects, HungryBatch: 2, InFlight: 1, Halfway: 1, Recruit: 2, Patience: CallPatience, ZeroIsNode: true}
}

// Among fits the pace to that many owners of mark bits, and to the number of objects after
// which the user wants a second worker to be woken, 0 if the user has no wish.
func (p *Pace) Among(owners, recruit int) {
	switch {
	case recruit > 0:
		p.Found, p.Recruit, p.Patience = recruit, min(p.Recruit, recruit), 0
	case owners == 2:
		p.Found, p.Recruit = foundOwned, recruitTwo
	case owners > 2:
		p.Found = foundOwned
	case p.Found == foundShared && p.MeanRefs >= tune.ManyRefs:
		p.Found = foundDense
	}
}

// MeanRefs is how many references an object has in the mean, if so many objects have so many.
func MeanRefs(objects, edges uint64) float32 { return float32(edges) / float32(max(1, objects)) }

// Dense reports whether objects have so many references that shared bits are faster than owners: most lead to objects that
// are marked already. A shared bit is looked at where it is, and a reference to an owner travels in any case. With 16 references an
// object shared bits were as fast as owners or faster on every machine (docs/algorithms/scaling.md).
func (p *Pace) Dense() bool { return p.MeanRefs >= tune.DenseRefs }

// MaySpread reports whether so many owners give way if grey objects lie close together (Local): where locked instructions are cheap, or
// among more owners than NarrowOwners if objects have so many references that popular ones make a hot owner. On app, which has
// 1.9, shared bits took 2 to 7 % longer than owners. Where objects lie shuffled, owners stay ahead.
func (p *Pace) MaySpread(owners int, cheapLocks bool) bool {
	return cheapLocks && p.MeanRefs >= tune.LocalRefs || owners > NarrowOwners && p.MeanRefs >= tune.ManyRefs
}

// siftRefs is from how many references an object on most lead to objects that are marked, so that it pays to drop these before
// the others are marked. One worker took 0.86 to 0.94 of the time on heaps of Java and V8, which have 3.8 to 4.8, and 1.15 on random
// graphs with 2.6.
const siftRefs = 3.5

// Sifts reports whether the only writer of mark bits looks at them before it sets any.
func (p *Pace) Sifts() bool { return p.MeanRefs >= siftRefs }

// Small reports whether a mark scans so little memory that a second worker does not pay.
func (p *Pace) Small() bool { return p.Memory <= smallMemory }

// With is the pace for a grain. With grain 1 objects are scanned one at a time.
func (p Pace) With(grain int) Pace {
	if grain == 1 {
		return Pace{Batch: 1, HungryBatch: 1, InFlight: 1, Halfway: p.Halfway / p.InFlight, Recruit: 1, ZeroIsNode: p.ZeroIsNode}
	}
	return p
}

// Take is how many of size refs are taken up as a batch. While another worker is idle
// the batch is smaller, so that more refs are left to give away.
func (p *Pace) Take(size int, hungry, alone bool) int {
	if hungry && !alone {
		return min(size, p.HungryBatch)
	}
	return min(size, p.Batch)
}

// TopsUp reports whether a worker takes up a block although some of its batches are still
// in flight. It does so when size, the refs on its stack, would make a short batch. But
// while another worker is idle it does not take back what it has shown to the idle.
//
// A worker with nothing in flight looks for work in every place.
func (p *Pace) TopsUp(size, inFlight int, hungry, alone bool) bool {
	return size < p.Batch && inFlight > 0 && (alone || !hungry)
}

// Recruits reports whether there is anybody to share with. A lone worker wakes no other
// before it is worth while: see MemoryPace. Here a reference of a huge object counts
// like a marked object, though it may lead to nothing new.
func (p *Pace) Recruits(alone bool, marked, chunks uint64) bool {
	return !alone || marked+chunks*ChunkRefs >= uint64(p.Found)
}

// Excludes reports whether a worker with that many private refs holds too little for two.
// Then it may become the holder of the exclusive bit, if it is the only active worker and
// nothing is visible. The items that its deque hides count as something that others could
// have.
func (p *Pace) Excludes(private int, deque stealq.Deque) bool {
	if private > p.Recruit {
		return false
	}
	d, ok := deque.(stealq.Exposer)
	return !ok || d.Held() == 0
}

// Feed is what a worker does for the workers that are idle.
type Feed uint8

const (
	Nothing Feed = iota
	Exposed      // its deque shows one more item now, if a thief has asked for one
	Give         // it has to give away half of what is private
)

// Feed decides what a worker with that many private refs does when another worker is
// idle. It gives nothing while its deque has something to steal. A batch or less is too
// little to move.
//
// Some deques hide their items until a thief asks (stealq.Exposer). Such a deque
// shows one item, and the worker need not push more. A sleeping thief does not ask, so
// the worker wakes one, whether an item was shown or not.
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
