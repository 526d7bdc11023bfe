package stress

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// owners is options for marks whose bits have owners on any machine.
func (r *round) owners() mark.Options {
	o := r.options()
	o.Workers = max(2, o.Workers)
	o.Grain = oneOf(r.rng, 2, 4, 64)
	o.Tuning.Marking = tune.MarkingOwner
	o.Tuning.Speculation = oneOf(r.rng, tune.Speculations()...)
	return o
}

// owned marks g the given number of times, as a heap and as arrays in turn. User code has no
// owners.
func (r *round) owned(m *mark.Marker, g *graph, marks int) error {
	f, err := r.forms(g)
	for i := 0; i < marks && err == nil; i++ {
		err = r.markForm(m, f, i)
	}
	return err
}

// scattered numbers the nodes anew. So edges lead from everywhere to everywhere, and there is
// hardly a way through the graph on which all bits have one owner.
func (g *graph) scattered(rng *rand.Rand) *graph {
	to := rng.Perm(len(g.successors))
	s := &graph{successors: make([][]uint32, len(to))}
	for node, successors := range g.successors {
		for _, next := range successors {
			s.link(to[node], to[next])
		}
	}
	for _, root := range g.roots {
		s.roots = append(s.roots, uint32(to[root]))
	}
	return s
}

// inboxes fills the queues between owners, and empties them in every way. On one processor a
// receiver seldom runs while others send to it, so its queues are full and references are
// spilt. Where the frontier is narrow a worker becomes the only one that may mark, again and
// again. Marks that are cancelled or damaged leave something in the queues, which the next
// mark must not see.
func inboxes(r *round) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(oneOf(r.rng, 1, 1, r.procs)))
	o := r.owners()
	o.Workers = min(o.Workers, 6)
	o.Tuning.Recruit = oneOf(r.rng, 0, 0, 1, 8, 100)
	return with(o, func(m *mark.Marker) error {
		for _, g := range []*graph{r.wide(), bursts(2+r.rng.IntN(20), 1+r.rng.IntN(200)), newGraph(r.rng, 3000)} {
			if err := r.owned(m, g.scattered(r.rng), 4); err != nil {
				return err
			}
			if err := r.abortsOwned(m, g); err != nil {
				return err
			}
			if err := r.owned(m, g.scattered(r.rng), 2); err != nil {
				return err
			}
		}
		return nil
	})
}

// wide is a graph in which nearly all references are sent in a short time.
func (r *round) wide() *graph {
	n, degree := 1000+r.rng.IntN(8000), 1+r.rng.IntN(8)
	g := &graph{successors: make([][]uint32, n), roots: []uint32{0}}
	for node := range n {
		g.link(0, node)
		for range degree {
			g.link(node, r.rng.IntN(n))
		}
	}
	return g
}

// abortsOwned marks a heap that is damaged, or cancels the mark of a sound one.
func (r *round) abortsOwned(m *mark.Marker, g *graph) error {
	if r.rng.IntN(2) == 0 {
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		return r.cancelHeap(ctx, m, g, cancel)
	}
	h, err := g.heap(r.rng)
	if err != nil {
		return err
	}
	r.hurt(h.Heap)
	return r.markDamaged(m, h.Heap)
}

// resizes marks while the number of processors changes, many times in a mark. How many owners
// there are without being asked for depends on this number at the beginning of a mark, and
// so do the queues.
func resizes(r *round) error {
	defer runtime.GOMAXPROCS(r.procs)
	marking := func(o mark.Options, marking tune.Marking) mark.Options {
		o.Tuning.Marking, o.Tuning.Recruit = marking, oneOf(r.rng, 0, 1, 100)
		return o
	}
	f, err := r.forms(r.wide())
	if err != nil {
		return err
	}
	for _, o := range []mark.Options{marking(r.owners(), tune.MarkingOwner), marking(r.owners(), tune.MarkingAuto), marking(r.options(), tune.MarkingShared)} {
		err := with(o, func(m *mark.Marker) error {
			changes, stop := r.resizing()
			defer stop()
			for i := range 6 {
				before := changes.Load()
				if err := r.markForm(m, f, i); err != nil {
					return err
				}
				if changes.Load() > before+1 { // one of them began and ended meanwhile
					r.tally.Resized++
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// resizing begins to change the number of processors, and counts how often it has done so.
// What it returns ends that.
func (r *round) resizing() (changes *atomic.Uint64, stop func()) {
	changes = new(atomic.Uint64)
	var over atomic.Bool
	var ended sync.WaitGroup
	procs := []int{1, r.procs, 1 + r.rng.IntN(2*r.procs), r.procs + 1}
	ended.Go(func() {
		for i := 0; !over.Load(); i++ {
			runtime.GOMAXPROCS(procs[i%len(procs)])
			changes.Add(1)
			lull()
		}
	})
	return changes, func() {
		over.Store(true)
		ended.Wait()
	}
}
