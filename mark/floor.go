package mark

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Floor measures the least time in which a number of workers could mark a heap
// if they knew everything in advance: the live objects are replayed in the
// order in which a mark scanned them. Each object is prefetched a distance
// ahead, its references are read and their bits tested, its own bit is set
// once. Nothing is pushed, nothing is shared, nobody looks for work. What a
// mark takes beyond that is the price of not knowing.
//
// The bits are set with the instruction that the number of workers needs, plain
// for one and atomic for more, and the bounds checks are those of the marker.
type Floor struct {
	heap  *heap.Heap
	order []uint32 // live objects in the order scanned
	huge  []chunk  // chunks of objects with more than chunkRefs references
	marks *heap.Bitmap
	seen  counter // sum of bits tested, so that no test is optimized away
}

// floorDistances are the prefetch distances tried, in objects.
var floorDistances = []int{8, 16, 32, 64, 128}

// NewFloor marks h once with one worker and records the order. It keeps 4
// bytes for each live object and a bitmap.
func NewFloor(ctx context.Context, h *heap.Heap) (*Floor, error) {
	m, err := New(Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	f := &Floor{heap: h, marks: heap.NewBitmap(h.Granules())}
	m.recorder = f
	if _, err := m.Heap(ctx, h); err != nil {
		return nil, err
	}
	return f, nil
}

// record keeps a batch that is about to be scanned.
func (f *Floor) record(batch []uint32) {
	for _, obj := range batch {
		f.order = append(f.order, obj)
		refs, _, _ := f.heap.Object(heap.Ref(obj))
		for low := uint32(0); refs > chunkRefs && low < refs; {
			high := low + min(chunkRefs, refs-low)
			f.huge = append(f.huge, chunk{object: obj, low: low, high: high})
			low = high
		}
	}
}

// Measure replays the order with this many workers, with each prefetch distance
// and with and without a prefetch of the bits to be tested, and returns the
// shortest time.
func (f *Floor) Measure(workers int) time.Duration {
	best := time.Duration(1<<63 - 1)
	for _, distance := range floorDistances {
		best = min(best, f.replay(workers, distance, false), f.replay(workers, distance, true))
	}
	return best
}

// replay runs the workers from a common start to the last one's end.
func (f *Floor) replay(workers, distance int, direct bool) time.Duration {
	f.marks.Clear()
	var ready, done sync.WaitGroup
	var start flag
	for id := range workers {
		ready.Add(1)
		done.Add(1)
		r := newReplayer(f, workers, id, distance)
		r.direct = direct
		go func() {
			defer done.Done()
			ready.Done()
			for !start.Load() {
				runtime.Gosched() // there may be more workers than processors
			}
			r.run()
		}()
	}
	ready.Wait()
	began := time.Now()
	start.Store(true)
	done.Wait()
	return time.Since(began)
}

// replayer is one worker's part.
type replayer struct {
	scan     heapScanner
	order    []uint32
	huge     []chunk
	distance int
	direct   bool // test bits without asking for them before
	alone    bool
	seen     *counter
	pending  [batchObjects * smallRefs]uint32
	large    [chunkRefs]uint32
}

// newReplayer gives a worker its share, equal to the others'. The shares hold
// like numbers of objects, and chunks of huge objects are dealt out in turn.
func newReplayer(f *Floor, workers, id, distance int) *replayer {
	n := len(f.order)
	r := &replayer{
		scan:  heapScanner{heap: f.heap, arena: f.heap.Arena(), marks: f.marks},
		order: f.order[n*id/workers : n*(id+1)/workers], distance: distance, alone: workers == 1, seen: &f.seen,
	}
	for i := id; i < len(f.huge); i += workers {
		r.huge = append(r.huge, f.huge[i])
	}
	return r
}

// run replays with the marker's own kernel.
func (r *replayer) run() {
	sum := 0
	for i := 0; i < len(r.order); i += floorBatch {
		if ahead := i + r.distance; ahead < len(r.order) {
			soon := r.order[ahead:min(ahead+floorBatch, len(r.order))]
			r.scan.prefetch(soon)
			prefetchBits(&r.scan.marks.Words()[0], &soon[0], len(soon))
		}
		batch := r.order[i:min(i+floorBatch, len(r.order))]
		r.set(batch)
		n := 0
		for len(batch) > 0 {
			refs, objects := collectRefs(r.scan.arena, batch, r.pending[n:])
			n += refs
			if batch = batch[objects:]; len(batch) > 0 {
				sum += r.testApart(batch[0])
				batch = batch[1:]
			}
		}
		sum += r.test(r.pending[:n])
	}
	for _, c := range r.huge {
		if refs, ok := r.scan.references(c.object); ok && uint64(len(refs)) >= uint64(c.high)*refBytes {
			sum += r.test(r.large[:collect(r.large[:], refs[uint64(c.low)*refBytes:uint64(c.high)*refBytes])])
		}
	}
	r.seen.Add(int64(sum))
}

// floorBatch is how many objects are prefetched and set together.
const floorBatch = 8

// testApart tests an object that is not collected. Chunks of huge ones follow.
func (r *replayer) testApart(obj uint32) int {
	refs, ok := r.scan.references(obj)
	if !ok || len(refs) > chunkRefs*refBytes {
		return 0
	}
	return r.test(r.large[:collect(r.large[:], refs)])
}

// test counts how many of the references' bits are clear.
func (r *replayer) test(candidates []uint32) int {
	if len(candidates) == 0 {
		return 0
	}
	marks := r.scan.marks.Words()
	if !r.direct {
		prefetchBits(&marks[0], &candidates[0], len(candidates))
	}
	white, _ := keepWhite(marks, candidates)
	return white
}

// set sets the objects' own bits.
func (r *replayer) set(batch []uint32) {
	marks := r.scan.marks.Words()
	if r.alone {
		plain := plainWords(marks)
		for _, obj := range batch {
			plain[obj/64] |= 1 << (obj % 64)
		}
		return
	}
	for _, obj := range batch {
		marks[obj/64].Or(1 << (obj % 64))
	}
}
