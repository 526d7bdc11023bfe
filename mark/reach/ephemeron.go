package reach

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
)

// Ephemeron is an entry of a weak table. Table leads to Value only while Key is reachable, too. An entry does
// not keep its own key alive, even if its value leads to the key.
//
// A pair that belongs to no table has its key as Table, too. A pair whose Value is its Key keeps nothing: it is a
// weak reference, of which [Cleared] tells when it is to be cleared.
//
// The source is Barry Hayes, "Ephemerons: A New Finalization Mechanism" (OOPSLA 1997). There an ephemeron is
// an object, to which something has to lead. Here this object is the table.
type Ephemeron struct{ Table, Key, Value uint32 }

// MaxEphemerons is the largest number of pairs that [Ephemerons] takes.
const MaxEphemerons = 1<<31 - 1

// Ephemerons finds the nodes of g that are reachable from the roots, where each pair leads to its value while
// its table and its key are both reachable. A value may lead to the key of another pair: Ephemerons goes on
// until there is nothing to add. g must not have the edges that the pairs stand for. [Cleared] says which
// entries a collector would remove. Any goroutine may call Ephemerons.
//
// It takes time in proportion to the nodes, edges and pairs. It works in several parts: Options.Progress is
// told of each part by itself, and the Stats of the result are those of the last part. Beside the memory of
// [mark.Graph] it takes up to 21 bytes for each pair, and 4 bytes for each node.
//
// The errors are those of mark.Graph, and one for a pair that has a number which is not a node of g. A result
// that comes with an error holds a part: everything in it is kept, but not everything that is kept is in it.
func Ephemerons(ctx context.Context, g mark.Digraph, roots []uint32, pairs []Ephemeron, options mark.Options) (*mark.Result, error) {
	if err := (ask.Uses{Call: "reach.Ephemerons", Hooks: true, Deques: true, Tuning: true, Result: true}).Check(options); err != nil {
		return nil, err
	}
	n, err := mark.CheckGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	if err := badPairs(n, pairs); err != nil {
		return nil, err
	}
	if ctx.Err() != nil { // before memory is taken
		return mark.Graph(ctx, g, roots, options)
	}
	m, err := mark.NewFor(g, options)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	r, err := m.MarkGraph(ctx, g, roots)
	_, hasNil := g.(heap.Graph)
	waiting := slices.Clone(pairs)
	for err == nil {
		if err = changed(uint64(n), r); err != nil {
			break
		}
		var values []uint32
		waiting, values = settle(waiting, r, hasNil)
		if len(values) == 0 {
			return r, nil
		}
		if len(values) < len(waiting)/roundShare {
			return m.ExtendGraphOnce(ctx, newEphemerons(g, waiting, r), values) // N1
		}
		r, err = m.ExtendGraph(ctx, g, values)
	}
	return r, err
}

// roundShare says when rounds end: when the pairs that got their table and key in the last round
// are less than this part of those that still wait. Each round looks at all of these, and at all
// mark bits. All rounds together look at five times the pairs at most, and their number is
// logarithmic. In a graph of two million nodes, half of which values hold, rounds took a third of
// the time that one part for all pairs would have taken.
const roundShare = 4

// settle splits pairs. Some wait for a table or a key. The values are those of the pairs that wait
// no more. The others can add nothing, be it that their value is reached already, or that it is
// the table or the key itself: a weak reference need not wait.
func settle(pairs []Ephemeron, r *mark.Result, hasNil bool) (waiting []Ephemeron, values []uint32) {
	waiting = pairs[:0]
	for _, p := range pairs {
		isNil := hasNil && p.Value == uint32(heap.Nil)
		switch {
		case isNil || p.Value == p.Key || p.Value == p.Table || r.Has(p.Value):
		case r.Has(p.Table) && r.Has(p.Key):
			values = append(values, p.Value)
		default:
			waiting = append(waiting, p)
		}
	}
	return waiting, values
}

// badPairs refuses pairs of numbers that are not nodes.
func badPairs(nodes int, pairs []Ephemeron) error {
	if int64(len(pairs)) > MaxEphemerons {
		return fmt.Errorf("reach: %d ephemerons: at most %d are allowed", len(pairs), int64(MaxEphemerons))
	}
	for i, p := range pairs {
		if int64(max(p.Table, p.Key, p.Value)) >= int64(nodes) {
			return fmt.Errorf("reach: ephemeron %d has table %d, key %d and value %d: the graph has %d nodes, numbered from 0", i, p.Table, p.Key, p.Value, nodes)
		}
	}
	return nil
}

// Cleared iterates over the indices of the pairs whose table was reached and whose key was not, in ascending
// order. A collector would remove these entries. r must be a complete result of [Ephemerons] with these
// pairs.
func Cleared(r *mark.Result, pairs []Ephemeron) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, p := range pairs {
			if r.Has(p.Table) && !r.Has(p.Key) && !yield(i) {
				return
			}
		}
	}
}

// ephemerons is a graph with pairs that wait. It is marked like any other graph. When the second
// of table and key is scanned, the value is one of its successors.
//
//	worker A ── scans Table, for which pair 3 waits ──> bit 3 is clear: set it
//	worker B ─────── scans Key, for which pair 3 waits ──────> bit 3 is set: Value, too
//
// To count what a rule still waits for is how Dowling and Gallier decide Horn formulas in linear
// time ("Linear-Time Algorithms for Testing the Satisfiability of Propositional Horn Formulae",
// Journal of Logic Programming 1, 1984). Here a rule waits for two things at most, so the count
// is a bit.
//
// Why a value comes neither too early nor never, also if two workers scan table and key at once:
//
//	N1  A mark scans each node that it reaches exactly once, and no other node, unless a
//	    worker speculates. So no worker may speculate here.
//	N2  Before the mark begins, the bit of a pair is set if its table or its key is
//	    reached. The pair stands in the list of each of the two that is not reached, and
//	    twice in the list of a node that is both.
//	N3  So two things must come to pass for a value, and each of them happens once at most:
//	    a bit that was set before counts as the first. Of two tests of one bit exactly one
//	    finds it clear (heap.Bitmap.TestAndSet). So the other one finds it set, whichever
//	    worker is first, and by then both nodes are reached.
type ephemerons struct {
	mark.Digraph
	pairs   []Ephemeron
	first   []uint32     // waiting[first[n]:first[n+1]] are the pairs that wait for node n
	waiting []uint32     // indices of pairs
	half    *heap.Bitmap // of the pairs whose table or key is reached
}

// NumNodes is how many there were when the pairs were sorted.
func (e *ephemerons) NumNodes() int { return len(e.first) - 1 }

// AppendSuccessors appends the values of the pairs that have waited for this node alone, and the
// node's successors.
func (e *ephemerons) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	if buf = e.values(buf, node); len(buf) == 0 {
		return e.Digraph.AppendSuccessors(buf, node)
	}
	return append(buf, e.Digraph.AppendSuccessors(buf[len(buf):], node)...)
}

// values appends the values of the pairs that have waited for this node alone.
func (e *ephemerons) values(buf []uint32, node uint32) []uint32 {
	for _, pair := range e.waiting[e.first[node]:e.first[node+1]] {
		if !e.half.TestAndSet(heap.Ref(pair)) { // N3
			buf = append(buf, e.pairs[pair].Value)
		}
	}
	return buf
}

// newEphemerons returns the graph with pairs that wait for a table or a key which r has not
// reached.
func newEphemerons(g mark.Digraph, pairs []Ephemeron, r *mark.Result) mark.Digraph {
	e := &ephemerons{g, pairs, make([]uint32, r.Bits().Len()+1), nil, heap.NewBitmap(uint64(len(pairs)))}
	e.await(r)
	return e
}

// await sorts the pairs by what they wait for: a table or a key which r has not reached.
func (e *ephemerons) await(r *mark.Result) {
	waits := func(visit func(pair int, node uint32)) {
		for i, p := range e.pairs {
			for _, node := range [2]uint32{p.Table, p.Key} {
				if !r.Has(node) {
					visit(i, node)
				}
			}
		}
	}
	for i, p := range e.pairs {
		if r.Has(p.Table) || r.Has(p.Key) {
			e.half.TestAndSet(heap.Ref(i))
		}
	}
	waits(func(_ int, node uint32) { e.first[node]++ })
	end := uint32(0)
	for node, n := range e.first {
		end += n
		e.first[node] = end
	}
	e.waiting = make([]uint32, end)
	waits(func(pair int, node uint32) {
		e.first[node]--
		e.waiting[e.first[node]] = uint32(pair)
	})
}
