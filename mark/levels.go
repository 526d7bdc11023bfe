package mark

import (
	"context"
	"iter"
)

// Distances says how far nodes are from the roots. [Levels] makes it. It is plain data of the
// caller's own: any number of goroutines may call its methods at once.
type Distances struct {
	words []uint32 // by node: 1 more than its distance, and 0 if it was not reached
	sizes []uint64
	count uint64
}

// Of returns how many edges the shortest path from a root to node has. A root has distance 0.
// It returns false if node was not reached, or if there is no such node.
func (d *Distances) Of(node uint32) (distance uint32, ok bool) {
	if uint64(node) >= uint64(len(d.words)) || d.words[node] == 0 {
		return 0, false
	}
	return d.words[node] - 1, true
}

// Count returns how many nodes were reached.
func (d *Distances) Count() uint64 { return d.count }

// Sizes returns how many nodes there are at each distance. Its sum is Count. The caller must
// not write to the slice.
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

// Levels returns the distance from the roots of each node of g that is reachable. It searches by breadth:
// it finds the roots, then what they lead to, and so on, level by level. Several goroutines
// share a level if this pays. Any goroutine may call Levels.
//
// The nodes of a [heap.Graph] are granules: an object has the number of its Ref.
//
// Of the options only Workers means something here. The others must be valid all the same.
// A graph that is neither an [Adjacency] nor a [heap.Graph] is asked once for each node that is
// reached. The first node of a level is scanned by the caller's goroutine. Others
// come when the rest of the level is likely to take a fifth of a millisecond.
//
// The result takes 4 bytes for each node of g, reached or not, and 8 bytes for each level.
// The search takes besides 1 bit for each node, 4 bytes for each node that is reached and for each level,
// and about 35 KiB for each worker.
//
// Levels returns nil and an error if ctx or g is nil, if a root is not a node, or if an option
// is invalid (an [*OptionError]). Later errors are those of [Graph]: a successor is not a
// node, g has panicked (a [*PanicError]), the heap is damaged, or ctx was cancelled. They come with a part: every distance in it is right, but
// nodes are missing. All goroutines have ended when Levels returns.
func Levels(ctx context.Context, g Digraph, roots []uint32, options Options) (*Distances, error) {
	b, err := newBreadth(ctx, g, roots, options)
	if err != nil {
		return nil, err
	}
	b.useMarks()
	b.distances = make([]uint32, b.nodes)
	err = b.run(func() { b.search(roots) })
	d := &Distances{words: b.distances, count: b.order.length}
	for level := range b.levels.length {
		end := b.order.length
		if level+1 < b.levels.length {
			end = uint64(b.levels.at(level + 1))
		}
		d.sizes = append(d.sizes, end-uint64(b.levels.at(level)))
	}
	return d, err
}

// useMarks lets the search keep a bit for each node.
func (b *breadth) useMarks() {
	b.marks.Resize(b.nodes)
	if b.hasNil && b.nodes > 0 {
		b.marks.Words()[0].Or(1) // nil counts as found
	}
}
