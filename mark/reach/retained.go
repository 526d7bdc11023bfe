package reach

import (
	"context"
	"fmt"
	"iter"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
)

// Set is a set of nodes of a graph. It takes a bit for each node of the graph. The zero value is empty. Any
// number of goroutines may call its methods at once.
type Set struct{ bits heap.Bitmap }

// Has reports whether node is in the set.
func (s *Set) Has(node uint32) bool { return s.bits.Has(heap.Ref(node)) }

// Count returns how many nodes are in the set. It reads the whole set.
func (s *Set) Count() uint64 { return s.bits.Count() }

// All iterates over the nodes of the set, in ascending order.
func (s *Set) All() iter.Seq[uint32] { return s.bits.All(true) }

// changed says that a graph has another number of nodes than before.
func changed(nodes uint64, r *mark.Result) error {
	if now := r.Bits().Len(); now != nodes {
		return fmt.Errorf("reach: the graph has changed while it was marked: it had %d nodes, and has %d", nodes, now)
	}
	return nil
}

// MarshalJSON returns the nodes of the set as an array of numbers, in ascending order. A node takes up to 11
// bytes.
func (s *Set) MarshalJSON() ([]byte, error) { return s.bits.MarshalJSON() }

// Retained returns what these nodes of g keep alive together. These are the nodes that are reachable from the
// roots, and would not be reachable if nodes were cut out of the graph. The nodes themselves are in the set,
// as far as they are reachable. For a single node, profilers of heaps call this its retained set. Any
// goroutine may call Retained.
//
// Retained marks twice, the second time without nodes. Options.Until is asked in the first mark only.
// Options.Progress is told of each mark by itself. Options.Timeline and Options.Turn are errors. Retained
// takes three bits for each node of g, and the memory of a [mark.Marker].
//
// The errors are those of [mark.Graph], and one for a number among nodes that is not a node of g. The set is
// nil after an error.
func Retained(ctx context.Context, g mark.Digraph, roots, nodes []uint32, options mark.Options) (*Set, error) {
	if err := retains("reach.Retained").Check(options); err != nil {
		return nil, err
	}
	n, err := mark.CheckGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	for i, node := range nodes {
		if int64(node) >= int64(n) {
			return nil, fmt.Errorf("reach: retaining node %d is node %d: the graph has %d nodes, numbered from 0", i, node, n)
		}
	}
	if ctx.Err() != nil { // before memory is taken
		_, err := mark.Graph(ctx, g, roots, options)
		return nil, err
	}
	set := new(Set)
	if until := options.Until; until != nil { // after the first mark the set has bits
		options.Until = func(node uint32) bool { return set.bits.Len() == 0 && until(node) }
	}
	m, err := mark.NewFor(g, options)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	all, err := m.MarkGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	set.copy(all)
	without, err := m.MarkGraphWithout(ctx, g, roots, nodes)
	if err != nil {
		return nil, fmt.Errorf("the mark without the retaining nodes: %w", err)
	}
	if err := changed(set.bits.Len(), without); err != nil {
		return nil, err
	}
	for i := range without.Bits().Words() {
		set.bits.Words()[i].And(^without.Bits().Words()[i].Load())
	}
	return set, nil
}

// RetainedByRoots returns what would go away with some of the roots: the nodes of g that are reachable from
// the dropped roots, and not from the others. It answers what a tenant, a branch or a thread holds alone. A
// node that is among both stays. Any goroutine may call RetainedByRoots.
//
// It scans each node once, in two parts: first from the others, and then from the dropped roots.
// Options.Until is asked in the second part only. Options.Progress is told of each part by itself. Memory,
// errors and all other options are as in [Retained].
func RetainedByRoots(ctx context.Context, g mark.Digraph, others, dropped []uint32, options mark.Options) (*Set, error) {
	if err := retains("reach.RetainedByRoots").Check(options); err != nil {
		return nil, err
	}
	n, err := mark.CheckGraph(ctx, g, others)
	if err != nil {
		return nil, err
	}
	for i, root := range dropped {
		if int64(root) >= int64(n) {
			return nil, fmt.Errorf("reach: dropped root %d is node %d: the graph has %d nodes, numbered from 0", i, root, n)
		}
	}
	if ctx.Err() != nil { // before memory is taken
		_, err := mark.Graph(ctx, g, others, options)
		return nil, err
	}
	set := new(Set)
	if until := options.Until; until != nil { // before the second part the set has no bits
		options.Until = func(node uint32) bool { return set.bits.Len() > 0 && until(node) }
	}
	m, err := mark.NewFor(g, options)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	kept, err := m.MarkGraph(ctx, g, others)
	if err != nil {
		return nil, err
	}
	set.copy(kept)
	all, err := m.ExtendGraph(ctx, g, dropped)
	if err != nil {
		return nil, fmt.Errorf("the mark from the dropped roots: %w", err)
	}
	for i := range all.Bits().Words() { // all that was kept is in it
		set.bits.Words()[i].Store(all.Bits().Words()[i].Load() &^ set.bits.Words()[i].Load())
	}
	return set, nil
}

// retains are the options of a call that returns a set.
func retains(call string) ask.Uses {
	return ask.Uses{Call: call, Hooks: true, Deques: true, Tuning: true, Why: "the set that it returns has no timeline"}
}

// copy takes over what a mark has reached. The Marker's next mark overwrites the result.
func (s *Set) copy(r *mark.Result) {
	s.bits.Resize(r.Bits().Len())
	for i := range r.Bits().Words() {
		s.bits.Words()[i].Store(r.Bits().Words()[i].Load())
	}
}
