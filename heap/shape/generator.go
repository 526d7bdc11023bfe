package shape

import (
	"iter"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// generator makes one heap. It runs the shape's mutator once for the sizes of all objects,
// which give the addresses, and once for each draft. The random numbers are the same each
// time, so the objects are, too.
//
//	alloc, shuffled   sizes ─→ plan ─→ order ─→ draft
//	bfs               sizes ─→ plan ─→ draft ─→ order ─→ draft, in the same arena
//
// This takes up to half more processor time than to remember the graph, and half of the
// memory.
type generator struct {
	Shape
	Params
	plan  *heap.Plan
	rng   rng // of the live graph, when objects begin to be added
	watch func(phase string, done, all uint64)
}

func newGenerator(s Shape, p Params, watch func(string, uint64, uint64)) *generator {
	if watch == nil {
		watch = func(string, uint64, uint64) {}
	}
	g := &generator{Shape: s, Params: p, plan: heap.NewPlan(int(p.Objects)), watch: watch}
	watch("preparing", 0, 0)
	m := newMutator(s, p, g.plan, nil)
	if s.prepare != nil {
		g.mutate = s.prepare(m)
	}
	g.rng = m.rng
	return g
}

// run adds all objects to the draft, or to the plan if the draft is nil.
func (g *generator) run(phase string, d *heap.Draft) {
	m := newMutator(g.Shape, g.Params, g.plan, d)
	m.rng = g.rng
	m.watch = func(done uint64) { g.watch(phase, done, g.Objects) }
	g.mutate(m)
	m.flush()
}

// build plans the heap, orders it and fills it in. A heap in breadth-first order is filled in
// before, to find the order.
func (g *generator) build() (*heap.Heap, error) {
	g.run("sizes of objects", nil)
	var order iter.Seq[uint32]
	switch g.Layout {
	case Shuffled:
		g.watch("random order", 0, 0)
		order = slices.Values(shuffled(g.plan.Len(), newRNG(g.Seed, layoutStream)))
	case BFS:
		h, err := g.fill()
		if err != nil {
			return nil, err
		}
		g.watch("breadth-first order", 0, 0)
		order = betweenGarbage(breadthFirst(h), g.plan.Len())
		if err := g.plan.Recycle(h); err != nil {
			return nil, err
		}
	}
	if order != nil {
		if err := g.plan.Order(order); err != nil {
			return nil, err
		}
	}
	return g.fill()
}

// fill fills in a draft.
func (g *generator) fill() (*heap.Heap, error) {
	d, err := g.plan.Draft()
	if err != nil {
		return nil, err
	}
	g.run("references", d)
	return d.Heap()
}
