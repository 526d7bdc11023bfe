package mark

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
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
var floorDistances = []int{8, 16, 32, 64}

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

// Measure replays the order with this many workers, with each prefetch distance,
// with bits set when their object is replayed and when they are first tested, and
// returns the shortest time.
func (f *Floor) Measure(workers int) time.Duration {
	best := time.Duration(1<<63 - 1)
	for _, distance := range floorDistances {
		best = min(best, f.replay(workers, distance, false), f.replay(workers, distance, true))
	}
	return best
}

// replay runs the workers from a common start to the last one's end.
func (f *Floor) replay(workers, distance int, atTest bool) time.Duration {
	f.marks.Clear()
	f.marks.Words()[0].Or(1) // nil counts as marked, as in a mark
	defer f.marks.Words()[0].And(^uint64(1))
	var ready, done sync.WaitGroup
	var start flag
	for id := range workers {
		ready.Add(1)
		done.Add(1)
		r := newReplayer(f, workers, id, distance)
		r.atTest = atTest
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
	roots    []heap.Ref
	distance int
	atTest   bool // set a bit when it is first tested, not when its object is replayed
	alone    bool
	seen     *counter
	pending  [batchObjects * kernel.SmallRefs]uint32
	large    [chunkRefs]uint32
	white    [batchObjects * kernel.SmallRefs]uint32
}

// newReplayer gives a worker its share, equal to the others'. The shares hold
// like numbers of objects, and chunks of huge objects are dealt out in turn.
func newReplayer(f *Floor, workers, id, distance int) *replayer {
	n, roots := len(f.order), f.heap.Roots()
	r := &replayer{
		scan:  heapScanner{heap: f.heap, arena: f.heap.Arena(), marks: f.marks},
		order: f.order[n*id/workers : n*(id+1)/workers], distance: distance, alone: workers == 1, seen: &f.seen,
		roots: roots[len(roots)*id/workers : len(roots)*(id+1)/workers],
	}
	for i := id; i < len(f.huge); i += workers {
		r.huge = append(r.huge, f.huge[i])
	}
	return r
}

// run replays with the marker's own kernel.
func (r *replayer) run() {
	sum := 0
	if r.atTest {
		for _, root := range r.roots {
			r.set(append(r.large[:0], uint32(root)))
		}
	}
	for i := 0; i < len(r.order); i += floorBatch {
		if ahead := i + r.distance; ahead < len(r.order) {
			r.prefetch(r.order[ahead:min(ahead+floorBatch, len(r.order))])
		}
		sum += r.replay(r.order[i:min(i+floorBatch, len(r.order))])
	}
	for _, c := range r.huge {
		if refs, ok := r.scan.references(c.object); ok && uint64(len(refs)) >= uint64(c.high)*kernel.RefBytes {
			sum += r.test(r.large[:collect(r.large[:], refs[uint64(c.low)*kernel.RefBytes:uint64(c.high)*kernel.RefBytes])])
		}
	}
	r.seen.Add(int64(sum))
}

// prefetch asks for what replay will touch.
func (r *replayer) prefetch(batch []uint32) {
	r.scan.prefetch(batch)
	if !r.atTest {
		kernel.PrefetchBits(r.scan.marks.Words(), batch)
	}
}

// replay replays a batch of at most floorBatch objects.
func (r *replayer) replay(batch []uint32) (sum int) {
	if !r.atTest {
		r.set(batch)
	}
	n := 0
	for len(batch) > 0 {
		refs, objects := kernel.CollectRefs(r.scan.arena, batch, r.pending[n:])
		n += refs
		if batch = batch[objects:]; len(batch) > 0 {
			sum += r.testApart(batch[0])
			batch = batch[1:]
		}
	}
	return sum + r.test(r.pending[:n])
}

// floorBatch is how many objects are prefetched and set together.
const floorBatch = 16

// testApart tests an object that is not collected. Chunks of huge ones follow.
func (r *replayer) testApart(obj uint32) int {
	refs, ok := r.scan.references(obj)
	if !ok || len(refs) > chunkRefs*kernel.RefBytes {
		return 0
	}
	return r.test(r.large[:collect(r.large[:], refs)])
}

// test counts how many of the references' bits are clear, and with atTest sets
// them.
func (r *replayer) test(candidates []uint32) int {
	if len(candidates) == 0 {
		return 0
	}
	marks := r.scan.marks.Words()
	kernel.PrefetchBits(marks, candidates)
	if r.atTest && r.alone {
		set, _ := kernel.ClaimAlone(marks, candidates, r.white[:])
		return set
	}
	white, _ := kernel.FilterWhite(marks, candidates)
	if r.atTest {
		return kernel.ClaimShared(marks, candidates[:white], r.white[:])
	}
	return white
}

// set sets the objects' own bits.
func (r *replayer) set(batch []uint32) {
	marks := r.scan.marks.Words()
	if r.alone {
		plain := kernel.PlainWords(marks)
		for _, obj := range batch {
			bits := &plain[obj/64]
			bits.Store(bits.Load() | 1<<(obj%64))
		}
		return
	}
	for _, obj := range batch {
		marks[obj/64].Or(1 << (obj % 64))
	}
}
