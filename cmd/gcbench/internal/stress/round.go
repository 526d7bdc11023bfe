package stress

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// round is one round of a scenario.
type round struct {
	rng    *rand.Rand
	procs  int // GOMAXPROCS
	deques []*stealq.Kind
	tally  Tally
	alive  atomic.Uint64 // marks that have ended
}

// took counts a mark that has ended, with its result if there is one.
func (r *round) took(result *mark.Result) {
	r.alive.Add(1)
	r.tally.Marks++
	if result != nil {
		r.tally.count(&result.Stats)
	}
}

// tookHeap is took for the mark of a heap.
func (r *round) tookHeap(result *mark.HeapResult) {
	if result == nil {
		r.took(nil)
		return
	}
	r.took(&result.Result)
}

// oneOf draws one of the values.
func oneOf[T any](rng *rand.Rand, values ...T) T { return values[rng.IntN(len(values))] }

// options draws a way to mark. Idle workers do not spin: more of them than
// processors would each use up its time slice.
func (r *round) options() mark.Options {
	kind := oneOf(r.rng, r.deques...)
	o := mark.Options{
		Workers:        1 + r.rng.IntN(2*r.procs+2),
		Deque:          kind,
		Grain:          oneOf(r.rng, 1, 1, 2, 4, 64),
		Capacity:       oneOf(r.rng, 2, 4, 16),
		OverflowBlocks: oneOf(r.rng, tune.NoPool, 1, 4),
		Tuning:         tune.Tuning{Amount: kind.Amounts[r.rng.IntN(len(kind.Amounts))], Idle: oneOf(r.rng, tune.IdlePark, tune.IdlePark, tune.IdleYield, tune.IdleBackoff), Seed: r.rng.Uint64()},
	}
	o.Workers = min(o.Workers, mark.MaxWorkers)
	if !kind.Shared {
		o.Tuning.Steal = oneOf(r.rng, tune.StealPolicies()...)
		o.Tuning.Victim = oneOf(r.rng, tune.VictimPolicies()...)
	}
	return o
}

// with runs body with a marker.
func with(o mark.Options, body func(m *mark.Marker) error) error {
	m, err := mark.New(o)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := body(m); err != nil {
		return fmt.Errorf("%w\n%s", err, describe(o))
	}
	return nil
}

func describe(o mark.Options) string {
	t := o.Tuning
	return fmt.Sprintf("%d workers, deque %s, grain %d, capacity %d, overflow %d, steal %v, amount %v, victim %v, idle %v, marking %v, speculation %v, recruit %d",
		o.Workers, o.Deque.Name, o.Grain, o.Capacity, max(0, o.OverflowBlocks), t.Steal, t.Amount, t.Victim, t.Idle, t.Marking, t.Speculation, t.Recruit)
}

// plain marks g the given number of times, as user code, as a heap and as arrays
// in turn, and compares each mark with a plain search.
func (r *round) plain(m *mark.Marker, g *graph, marks int) error {
	f, err := r.forms(g)
	for i := 0; i < marks && err == nil; i++ {
		if i%2 == 1 {
			err = r.markForm(m, f, i/2)
		} else {
			err = r.markWhole(m, r.watching(g), f.want)
		}
	}
	return err
}

// forms are a graph in the two forms whose memory a marker knows, and what is reachable.
type forms struct {
	heap   *oracled
	arrays *mark.Adjacency
	roots  []uint32
	want   set
}

func (r *round) forms(g *graph) (*forms, error) {
	f := &forms{roots: g.roots, want: g.reachable()}
	var err error
	if f.heap, err = g.heap(r.rng); err == nil {
		f.arrays, err = g.adjacency()
	}
	return f, err
}

// markForm marks the heap if i is even, and the arrays if it is odd.
func (r *round) markForm(m *mark.Marker, f *forms, i int) error {
	if i%2 == 0 {
		return r.markHeap(m, f.heap)
	}
	return r.markArrays(m, f.arrays, f.roots, f.want)
}

func (r *round) markArrays(m *mark.Marker, a *mark.Adjacency, roots []uint32, want set) error {
	got, err := m.MarkGraph(context.Background(), a, roots)
	r.took(got)
	if err != nil {
		return err
	}
	return same(got, want)
}

// markHeap marks a sound heap and compares the mark with the oracle.
func (r *round) markHeap(m *mark.Marker, h *oracled) error {
	got, err := m.MarkHeap(context.Background(), h.Heap)
	r.tookHeap(got)
	if err != nil {
		return err
	}
	if got.Count() != h.oracle.Count {
		return fmt.Errorf("%d objects were counted, %d are reachable", got.Count(), h.oracle.Count)
	}
	return got.Marks.Compare(h.oracle)
}

// oracled is a heap, and what can be reached in it.
type oracled struct {
	*heap.Heap
	oracle *heap.Reached
}

// heap builds the graph as a heap, its objects in any order. Beside them are dead objects of so
// many bytes each.
func (g *graph) heap(rng *rand.Rand, dead ...uint64) (*oracled, error) {
	var b heap.Builder
	for _, s := range g.successors {
		b.Add(8*rng.Uint64N(3), s...)
	}
	for _, bytes := range dead {
		b.Add(bytes)
	}
	for _, root := range g.roots {
		b.Root(root)
	}
	order := make([]uint32, len(g.successors)+len(dead))
	for i, k := range rng.Perm(len(order)) {
		order[i] = uint32(k)
	}
	h, err := b.BuildOrdered(order)
	if err != nil {
		return nil, err
	}
	oracle, err := heap.Reachable(h)
	return &oracled{h, oracle}, err
}
