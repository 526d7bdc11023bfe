package stress

import (
	"context"
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// chained marks lists with speculation: forced from the beginning, and tried by the marker in a
// heap that is large enough for a trial. Marks that are cancelled or damaged leave shortcuts,
// cursors and speculators behind, of which the next mark must not see anything.
func chained(r *round) error {
	for _, speculation := range []tune.Speculation{tune.SpeculationForce, tune.SpeculationForce, tune.SpeculationAuto} {
		o := r.options()
		o.Workers, o.Grain, o.Tuning.Speculation = 1+r.rng.IntN(5), oneOf(r.rng, 2, 4, 64), speculation
		o.Tuning.Marking, o.Tuning.Recruit = oneOf(r.rng, tune.MarkingAuto, tune.MarkingShared), oneOf(r.rng, 0, 1, 8, 100)
		g := newLists(r.rng, 6000)
		body := func(m *mark.Marker) error { return r.markLists(m, g) }
		if speculation == tune.SpeculationAuto {
			g = newLists(r.rng, 30_000)
			body = func(m *mark.Marker) error { return r.tryLists(m, g) }
		}
		if err := with(o, body); err != nil {
			return err
		}
	}
	return nil
}

// markLists marks the lists whole, and not whole, and whole again.
func (r *round) markLists(m *mark.Marker, g *graph) error {
	for range 2 {
		if err := r.owned(m, g.scattered(r.rng), 4); err != nil {
			return err
		}
		if err := r.abortsOwned(m, g); err != nil {
			return err
		}
	}
	return r.owned(m, g, 2)
}

// trialBytes is the size of a heap in which the marker tries to speculate.
const trialBytes = 4 << 20

// tryLists marks the lists in a large heap: beside them lies a dead object.
func (r *round) tryLists(m *mark.Marker, g *graph) error {
	h, err := g.heap(r.rng, trialBytes)
	if err != nil {
		return err
	}
	for i := range 4 {
		if i == 1 {
			ctx, cancel := context.WithCancelCause(context.Background())
			err = r.cancelMark(ctx, m, h, cancel)
			cancel(nil)
		} else {
			err = r.markHeap(m, h)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A node of a list has a successor, and what its kind says beside it.
const (
	plain       = iota
	doubly      // {next, previous} or {previous, next}, the same in the whole list
	withPayload // {payload, next} or {next, payload}, as a coin decides for each node
	withHubs    // {next}, but one node in 200 has 100 leaves: there the frontier is wide
	listKinds
)

// newLists draws lists of up to most nodes together. One in three is garbage. Most end, and some
// are rings, or go on in the middle of a list that was there before them.
func newLists(rng *rand.Rand, most int) *graph {
	g := &graph{}
	for left := most/2 + rng.IntN(most/2); left > 0; {
		length := 1 + rng.IntN(left)
		if rng.IntN(4) == 0 {
			length = min(length, 10) // crumbs, whose cursors end soon
		}
		left -= length
		first := g.list(rng, length, rng.IntN(listKinds))
		if g.roots == nil || rng.IntN(3) > 0 {
			g.roots = append(g.roots, uint32(first))
		}
	}
	return g
}

// list adds a list, and returns its first node.
func (g *graph) list(rng *rand.Rand, length, kind int) (first int) {
	first = len(g.successors)
	g.successors = append(g.successors, make([][]uint32, length)...)
	nextFirst := rng.IntN(2) == 0
	for i := range length {
		node, next := first+i, first+i+1
		if i == length-1 {
			switch rng.IntN(4) {
			case 0:
				next = first + rng.IntN(length) // a ring, with a tail or without
			case 1:
				next = rng.IntN(first + 1) // into a list of before
			default:
				next = node // it ends
			}
		}
		beside := node
		switch kind {
		case doubly:
			beside = max(first, node-1)
		case withPayload:
			beside = len(g.successors)
			g.successors = append(g.successors, nil)
			nextFirst = rng.IntN(2) == 0
		}
		g.linkBoth(node, next, beside, nextFirst)
		if kind == withHubs && rng.IntN(200) == 0 {
			g.leaves(node, 100)
		}
	}
	return first
}

// leaves adds so many leaves to a node.
func (g *graph) leaves(node, n int) {
	for range n {
		g.successors = append(g.successors, nil)
		g.link(node, len(g.successors)-1)
	}
}

// linkBoth links a node to two others, in an order. A link to itself is none.
func (g *graph) linkBoth(node, next, beside int, nextFirst bool) {
	to := []int{beside, next}
	if nextFirst {
		to = []int{next, beside}
	}
	for _, t := range to {
		if t != node {
			g.link(node, t)
		}
	}
}
