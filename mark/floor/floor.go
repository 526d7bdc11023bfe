// Package floor measures how fast a mark of a heap could be at best on this machine: the floor that memory
// sets. A mark that takes 1.5 times its floor could be at most a third faster, whatever the policies of its
// workers.
//
// Call [New] once for a heap, and [Floor.Measure] for each number of workers:
//
//	f, err := floor.New(ctx, h)
//	least := f.Measure(2)
//	fmt.Println(float64(r.Stats.Duration) / float64(least)) // r: a mark of h by two workers
package floor

import (
	"context"
	"iter"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
)

// Floor measures the least time in which workers could mark a heap if they knew everything in advance. It
// replays the live objects in the order in which a mark has scanned them. Each object is prefetched in time,
// its references are read, and mark bits are tested and set. No worker pushes, shares or looks for work. The
// rest of a mark's time is the price of not knowing.
//
// One worker sets bits with plain stores. Several workers have equal parts of the order, and set bits in two
// ways: with atomic instructions, or each its own bits with plain stores. The floor is the least time of all
// these ways, and of fewer workers.
//
// One goroutine at a time may call Measure. The heap must not change.
type Floor struct {
	heap  *heap.Heap
	order []uint32           // live objects in the order scanned
	huge  []chunk            // chunks of objects with more than policy.ChunkRefs references
	owned map[int][][]uint32 // by number of workers, for each of these the references to its bits
	marks *heap.Bitmap
	seen  atomic.Int64 // sum of bits tested, so that no test is optimized away
	now   func() time.Time
}

// chunk is a part of the references of a huge object: those from low to before high.
type chunk struct{ object, low, high uint32 }

// way is how objects are replayed.
type way struct {
	batch    int  // objects that are collected together
	distance int  // how many objects ahead they are prefetched; 0 if nothing is
	atTest   bool // set a bit when it is first tested, not when its object is replayed
	owned    bool // and bits have owners; for several workers
}

// floorWays are tried for every heap, smallWays also for a small one. All that a
// small heap consists of may lie in the caches: then a prefetch is only one more
// instruction, and large batches cost less for each object. ownedWays are tried with
// several workers.
var (
	floorWays = []way{
		{16, 8, false, false}, {16, 16, false, false}, {16, 32, false, false}, {16, 64, false, false}, {16, 128, false, false},
		{16, 8, true, false}, {16, 16, true, false}, {16, 32, true, false}, {16, 64, true, false}, {16, 128, true, false},
	}
	smallWays = []way{{64, 0, false, false}, {64, 64, false, false}, {64, 0, true, false}, {64, 64, true, false}, {64, 128, true, false}}
	ownedWays = []way{{16, 8, true, true}, {16, 16, true, true}, {16, 32, true, true}, {16, 64, true, true}, {16, 128, true, true}}
)

const (
	// smallFloor is the largest number of objects for which all ways and crews are
	// tried. In a larger heap, fewer workers and no prefetches are never faster.
	smallFloor = 1 << 17

	// A short replay is repeated, in the same way, until groupTime has passed or
	// maxRepeats are made, and the mean counts: the processor learns the branches of
	// a replay as it learns those of a repeated mark, and many short times together
	// are exact even if each is near the clock's resolution.
	groupTime  = 100 * time.Microsecond
	maxRepeats = 32
)

// New marks h once with one worker, and records the order. The Floor takes 4 bytes for each live object, and
// a bitmap. Any goroutine may call New. The error says that h is nil or damaged, or that ctx is nil or
// cancelled.
func New(ctx context.Context, h *heap.Heap) (*Floor, error) {
	m, err := mark.New(mark.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	f := &Floor{heap: h, now: time.Now, owned: map[int][][]uint32{}}
	if ctx != nil { // MarkHeap says that it is missing
		ctx = record.With(ctx, f.record)
	}
	if _, err := m.MarkHeap(ctx, h); err != nil {
		return nil, err
	}
	f.marks = heap.NewBitmap(h.Granules())
	return f, nil
}

// record keeps a batch that is about to be scanned.
func (f *Floor) record(batch []uint32) {
	for _, obj := range batch {
		f.order = append(f.order, obj)
		refs, _, _ := f.heap.Object(heap.Ref(obj))
		for low := uint32(0); refs > policy.ChunkRefs && low < refs; {
			high := low + min(policy.ChunkRefs, refs-low)
			f.huge = append(f.huge, chunk{object: obj, low: low, high: high})
			low = high
		}
	}
}

// Order iterates over the live objects in the order in which the mark has scanned them.
func (f *Floor) Order() iter.Seq[heap.Ref] {
	return func(yield func(heap.Ref) bool) {
		for _, obj := range f.order {
			if !yield(heap.Ref(obj)) {
				return
			}
		}
	}
}

// Measure returns the floor for this number of workers. It replays the heap several times, with at most as
// many workers as there are processors, and at least one. 0 means that the clock is too coarse. The first
// call with a number of workers above 1 takes 4 bytes for each reference of a live object, and the Floor
// keeps them.
func (f *Floor) Measure(workers int) time.Duration {
	best := time.Duration(math.MaxInt64)
	for _, size := range f.crewSizes(workers) {
		crew := f.crew(size)
		for _, way := range f.ways(size) {
			best = min(best, f.meanReplay(crew, way))
		}
	}
	return best
}

// ways are those that are tried with a number of workers.
func (f *Floor) ways(workers int) []way {
	ways := slices.Clone(floorWays)
	if len(f.order) <= smallFloor {
		ways = append(ways, smallWays...)
	}
	if workers > 1 {
		ways = append(ways, ownedWays...)
	}
	return ways
}

// crewSizes are the numbers of workers that may be the fastest: for a large heap as
// many as can run, for a small one also the powers of two below that.
func (f *Floor) crewSizes(workers int) (sizes []int) {
	most := max(1, min(workers, runtime.GOMAXPROCS(0)))
	if len(f.order) <= smallFloor {
		for size := 1; size < most; size *= 2 {
			sizes = append(sizes, size)
		}
	}
	return append(sizes, most)
}

// crew makes replayers with equal shares.
func (f *Floor) crew(workers int) []*replayer {
	crew := make([]*replayer, workers)
	for id := range crew {
		crew[id] = newReplayer(f, workers, id)
	}
	return crew
}

// meanReplay returns the mean time of as many replays as make a group. The first one
// finds the caches as other work has left them and counts only if it is long.
func (f *Floor) meanReplay(crew []*replayer, way way) time.Duration {
	first := f.replay(crew, way)
	repeats := time.Duration(min(groupTime/max(first, 1), maxRepeats))
	if repeats == 0 {
		return first
	}
	sum := time.Duration(0)
	for range repeats {
		sum += f.replay(crew, way)
	}
	return sum / repeats
}

// replay runs the crew from a common start to the last one's end. The first of it
// is the caller. The others are running when the clock starts: none is woken and none
// sleeps in the time that is measured.
func (f *Floor) replay(crew []*replayer, way way) time.Duration {
	f.marks.Clear()
	f.marks.Words()[0].Or(1) // nil counts as marked, as in a mark
	defer f.marks.Words()[0].And(^uint64(1))
	var ready, done atomic.Int64
	var start atomic.Bool
	for _, r := range crew {
		r.way = way
	}
	others := int64(len(crew) - 1)
	for _, r := range crew[1:] {
		go func() {
			ready.Add(1)
			spinUntil(start.Load)
			r.run()
			done.Add(1)
		}()
	}
	spinUntil(func() bool { return ready.Load() == others })
	began := f.now()
	start.Store(true)
	crew[0].run()
	spinUntil(func() bool { return done.Load() == others })
	return f.now().Sub(began)
}

// spinUntil waits for others that run on their own processors. Now and then it yields,
// for the process may have fewer processors than it believes.
func spinUntil(come func() bool) {
	for looks := 1; !come(); looks++ {
		if looks%256 == 0 {
			runtime.Gosched()
		}
	}
}
