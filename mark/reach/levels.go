package reach

import (
	"context"
	"iter"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Distances says how far nodes are from the roots. [Levels] makes it. Any number of goroutines may call its
// methods at once.
type Distances struct {
	words []uint32 // by node: 1 more than its distance, and 0 if it was not reached
	sizes []uint64
	count uint64
}

// Of returns how many edges the shortest path from a root to node has. A root has distance 0. Of returns
// false if node was not reached, or is not a node.
func (d *Distances) Of(node uint32) (distance uint32, ok bool) {
	if uint64(node) >= uint64(len(d.words)) || d.words[node] == 0 {
		return 0, false
	}
	return d.words[node] - 1, true
}

// Has reports whether node was reached.
func (d *Distances) Has(node uint32) bool { _, ok := d.Of(node); return ok }

// Count returns how many nodes were reached.
func (d *Distances) Count() uint64 { return d.count }

// Sizes returns how many nodes there are at each distance, from 0 on. Its sum is Count. The caller must not
// write to the slice.
func (d *Distances) Sizes() []uint64 { return d.sizes }

// All iterates over the nodes that were reached, in ascending order, with their distances.
func (d *Distances) All() iter.Seq2[uint32, uint32] {
	return func(yield func(node, distance uint32) bool) {
		for node, word := range d.words {
			if word != 0 && !yield(uint32(node), word-1) {
				return
			}
		}
	}
}

// MarshalJSON returns an array with an entry for each node of the graph: its distance, or null if it was not
// reached.
func (d *Distances) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for node, word := range d.words {
		if node > 0 {
			text = append(text, ',')
		}
		if word == 0 {
			text = append(text, "null"...)
		} else {
			text = strconv.AppendUint(text, uint64(word-1), 10)
		}
	}
	return append(text, ']'), nil
}

// Levels returns the distance from the roots of each node of g that is reachable. It searches by breadth: it
// finds the roots, then the nodes to which they lead, and so on, level by level. Any goroutine may call
// Levels.
//
// In a [heap.Graph] the number of an object is its Ref, and roots that are nil are ignored. A graph that is
// neither a [mark.Adjacency] nor a heap.Graph is asked once for each node that is reached.
//
// Of the options only Workers may be set. Any other option is a [*mark.OptionError]. Small levels are
// searched by the caller's goroutine alone.
//
// The result takes 4 bytes for each node of g, reached or not, and 8 bytes for each level. While Levels runs
// it takes 1 bit more for each node of g, 4 bytes for each node that is reached, and 4 bytes for each level.
// Each worker takes 27 KiB. If g computes its successors, it also takes 4 bytes for each successor of its
// largest node.
//
// The result is nil if ctx or g is nil, a root is not a node, or an option is invalid. After any later error
// the result is a part: every distance in it is right, but nodes are missing. These errors are:
//
//   - a [*mark.NodeError]: a successor is not a node, or a [mark.TryFunc] has failed;
//   - a [*mark.PanicError]: g has panicked;
//   - the heap is damaged or unreadable;
//   - ctx was cancelled.
//
// All goroutines that Levels has started have ended when it returns.
func Levels(ctx context.Context, g mark.Digraph, roots []uint32, options mark.Options) (*Distances, error) {
	return new(Searcher).Levels(ctx, g, roots, options)
}

// levelsFrom is Levels after the arguments were checked.
func (b *breadth) levelsFrom(roots []uint32) (*Distances, error) {
	if b.poll(); b.over() { // before it takes memory
		return new(Distances), b.failure.err
	}
	if b.parents == nil {
		b.useMarks()
	}
	b.distances = make([]uint32, b.nodes)
	err := b.run(func() { b.search(roots) })
	if last := b.levels.length; err != nil && b.order.length > b.high && (last == 0 || uint64(b.levels.at(last-1)) < b.high) {
		b.levels.add(uint32(b.high)) // an error of the caller's goroutine has ended search within this level
	}
	return &Distances{words: b.distances, sizes: b.sizes(), count: b.order.length}, err
}

// sizes returns how many nodes each level has.
func (b *breadth) sizes() []uint64 {
	sizes := make([]uint64, b.levels.length)
	end := b.order.length
	for i := b.levels.length; i > 0; i-- {
		low := uint64(b.levels.at(i - 1))
		sizes[i-1] = end - low
		end = low
	}
	return sizes
}
