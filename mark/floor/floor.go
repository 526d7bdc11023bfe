// Package floor measures how fast a mark of a heap could be at best, on this machine: the
// floor that memory sets. A mark that takes 1.5 times its floor could be at most a third
// faster, whatever the policies of its workers.
//
//	f, err := floor.New(ctx, h) // marks h once, and keeps 4 bytes for each live object
//	least := f.Measure(workers) // replays the mark, several times
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

// Floor measures the least time in which a number of workers could mark a heap if they knew
// everything in advance: the live objects are replayed in the order in which a mark scanned them.
// Each object is prefetched a distance ahead, its references are read and their bits tested, its
// own bit is set once. Nothing is pushed, nothing is shared, no worker looks for work. The rest
// of a mark's time is the price of not knowing.
//
// The floor is the least of all known ways to do this. One worker sets bits with plain
// stores. Several workers have equal parts of the order. Either each of them tests and
// sets the bits to which its part leads, with atomic instructions. Or bits have owners,
// as in a mark with owners, and each worker tests and sets its own bits with plain
// stores. The bounds checks are those of the marker.
//
// A small heap is marked fastest by one worker, on the caller's goroutine, because
// starting another one takes longer than the mark. The floor for a number of workers is
// the least of the floors for fewer workers, too.
//
// One goroutine at a time may call Measure, and the heap may not change.
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

// New marks h once with one worker and records the order. It keeps 4 bytes for each
// live object and a bitmap. Measure adds 4 bytes for each reference of a live object,
// for each number of workers above 1 that it replays with. The error is that of the mark: h is nil or damaged, or ctx is
// nil or cancelled.
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

// Order yields the live objects in the order in which the mark has scanned them.
func (f *Floor) Order() iter.Seq[heap.Ref] {
	return func(yield func(heap.Ref) bool) {
		for _, obj := range f.order {
			if !yield(heap.Ref(obj)) {
				return
			}
		}
	}
}

// Measure replays the order with up to this many workers, at least 1, and no more than there
// are processors, in each way, and returns the shortest time. Zero means that the
// clock is too coarse.
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
