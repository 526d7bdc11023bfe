package floor

import (
	"slices"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// replayer is one worker's part of a Floor's replay.
type replayer struct {
	arena   []byte
	marks   []kernel.Word
	order   []uint32
	own     []uint32 // references to its bits, if bits have owners
	huge    []chunk
	roots   []heap.Ref
	way     way
	alone   bool
	seen    *atomic.Int64
	pending [policy.BatchObjects * kernel.SmallRefs]uint32
	large   [policy.ChunkRefs]uint32
	white   [policy.BatchObjects * kernel.SmallRefs]uint32
}

// newReplayer gives a worker its share, equal to the others'. The shares hold
// like numbers of objects, and chunks of huge objects are dealt out in turn.
func newReplayer(f *Floor, workers, id int) *replayer {
	n, roots := len(f.order), f.heap.Roots()
	r := &replayer{
		arena: f.heap.Arena(), marks: f.marks.Words(),
		order: f.order[n*id/workers : n*(id+1)/workers], alone: workers == 1, seen: &f.seen,
		roots: roots[len(roots)*id/workers : len(roots)*(id+1)/workers],
	}
	if workers > 1 {
		r.own = f.ownReferences(workers)[id]
	}
	for i := id; i < len(f.huge); i += workers {
		r.huge = append(r.huge, f.huge[i])
	}
	return r
}

// run replays with the marker's own kernel.
func (r *replayer) run() {
	own, tested := []uint32(nil), 0
	if r.way.owned {
		own = r.own
	} else if r.way.atTest {
		r.setRoots()
	}
	sum, size := 0, r.way.batch
	for i := 0; i < len(r.order); i += size {
		if ahead := i + r.way.distance; r.way.distance > 0 && ahead < len(r.order) {
			r.prefetch(r.order[ahead:min(ahead+size, len(r.order))])
		}
		end := min(i+size, len(r.order))
		sum += r.replay(r.order[i:end])
		if len(own) > 0 {
			to := int(uint64(len(own)) * uint64(end) / uint64(len(r.order)))
			sum += r.claim(own[tested:to])
			tested = to
		}
	}
	for _, c := range r.huge {
		sum += r.test(r.chunk(c))
	}
	r.seen.Add(int64(sum + r.claim(own[tested:])))
}

// setRoots sets the roots' bits: no worker tests a root before it is replayed.
func (r *replayer) setRoots() {
	for roots := range slices.Chunk(r.roots, policy.ChunkRefs) {
		for i, root := range roots {
			r.large[i] = uint32(root)
		}
		r.set(r.large[:len(roots)])
	}
}

// prefetch asks for what replay will touch.
func (r *replayer) prefetch(batch []uint32) {
	kernel.PrefetchObjects(r.arena, batch)
	if !r.way.atTest {
		kernel.PrefetchBits(r.marks, batch)
	}
}

// replay replays a batch of at most policy.BatchObjects.
func (r *replayer) replay(batch []uint32) (sum int) {
	if !r.way.atTest {
		r.set(batch)
	}
	n := 0
	for len(batch) > 0 {
		refs, objects := kernel.CollectRefs(r.arena, batch, r.pending[n:])
		n += refs
		if batch = batch[objects:]; len(batch) > 0 {
			sum += r.test(r.apart(batch[0]))
			batch = batch[1:]
		}
	}
	return sum + r.test(r.pending[:n])
}

// apart reads an object that is not collected. Chunks of huge ones follow.
func (r *replayer) apart(obj uint32) []uint32 {
	refs, ok := kernel.References(r.arena, obj)
	if !ok || len(refs) > policy.ChunkRefs*kernel.RefBytes {
		return nil
	}
	return r.large[:kernel.CopyRefs(r.large[:], refs)]
}

// chunk reads a chunk of a huge object.
func (r *replayer) chunk(c chunk) []uint32 {
	refs, ok := kernel.References(r.arena, c.object)
	if !ok || uint64(len(refs)) < uint64(c.high)*kernel.RefBytes {
		return nil
	}
	return r.large[:kernel.CopyRefs(r.large[:], refs[uint64(c.low)*kernel.RefBytes:uint64(c.high)*kernel.RefBytes])]
}

// test counts how many of the references' bits are clear, and with atTest sets
// them. If bits have owners, it leaves them to these.
func (r *replayer) test(candidates []uint32) int {
	if len(candidates) == 0 || r.way.owned {
		return len(candidates)
	}
	if r.way.distance > 0 {
		candidates = candidates[:kernel.DropNil(r.marks, candidates)]
	}
	if r.way.atTest && r.alone {
		set, _ := kernel.ClaimAlone(r.marks, candidates, r.white[:])
		return set
	}
	white, _ := kernel.FilterWhite(r.marks, candidates)
	if r.way.atTest {
		return kernel.ClaimShared(r.marks, candidates[:white], r.white[:])
	}
	return white
}

// set sets the objects' own bits.
func (r *replayer) set(batch []uint32) {
	if r.alone {
		plain := kernel.PlainWords(r.marks)
		for _, obj := range batch {
			bits := &plain[obj/64]
			bits.Store(bits.Load() | 1<<(obj%64))
		}
		return
	}
	for _, obj := range batch {
		r.marks[obj/64].Or(1 << (obj % 64))
	}
}
