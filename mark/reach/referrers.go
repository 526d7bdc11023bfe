package reach

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Referrers returns, for each of nodes, the reachable nodes that lead to it, in ascending order, each once.
// In a [heap.Graph] these are the live objects that refer to an object. To find unreachable referrers, too,
// give all nodes as roots. For many questions [mark.Adjacency.Reverse] is faster. Any goroutine may call
// Referrers.
//
// It marks g once, with the options. Tuning must be zero, and Timeline is an error. It takes the memory that
// [mark.Graph] takes for a [mark.Func], 1 bit for each node of g, and 8 bytes for each edge to one of nodes.
//
// The errors are those of mark.Graph, and one for a number among nodes that is not a node of g. The result is
// nil after an error.
func Referrers(ctx context.Context, g mark.Digraph, roots, nodes []uint32, options mark.Options) ([][]uint32, error) {
	n, err := mark.CheckGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	uses := ask.Uses{Call: "reach.Referrers", Hooks: true, Deques: true, Why: "it marks in one way alone, and what it returns has no timeline"}
	if err := uses.Check(options); err != nil {
		return nil, err
	}
	if ctx.Err() != nil { // before memory is taken
		_, err := mark.Graph(ctx, g, roots, options)
		return nil, err
	}
	w := &watched{Digraph: g, nodes: heap.NewBitmap(uint64(n))}
	for i, node := range nodes {
		if int64(node) >= int64(n) {
			return nil, fmt.Errorf("reach: node %d of the given nodes is %d: the graph has %d nodes, numbered from 0", i, node, n)
		}
		w.nodes.TestAndSet(heap.Ref(node))
	}
	options.Tuning.Speculation = tune.SpeculationOff // so that each edge is seen once
	if _, err := mark.Graph(ctx, w, ask.Roots(g, roots), options); err != nil {
		return nil, err
	}
	return w.referrers(nodes), nil
}

// watched is a graph that notes who leads to some of its nodes while it is marked.
type watched struct {
	mark.Digraph
	nodes *heap.Bitmap
	lock  mutex
	edges []uint64 // to<<32 | from, in the order in which they were seen
}

// AppendSuccessors is of mark.Digraph.
func (w *watched) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	successors := w.Digraph.AppendSuccessors(buf, node)
	w.note(node, successors)
	return successors
}

func (w *watched) note(from uint32, successors []uint32) {
	for _, to := range successors {
		if w.nodes.Has(heap.Ref(to)) {
			w.lock.Lock()
			w.edges = append(w.edges, uint64(to)<<32|uint64(from))
			w.lock.Unlock()
		}
	}
}

// referrers sorts what was noted, after the mark.
func (w *watched) referrers(nodes []uint32) [][]uint32 {
	slices.Sort(w.edges)
	edges := slices.Compact(w.edges)
	all := make([][]uint32, len(nodes))
	for i, node := range nodes {
		at, _ := slices.BinarySearch(edges, uint64(node)<<32)
		for ; at < len(edges) && uint32(edges[at]>>32) == node; at++ {
			all[i] = append(all[i], uint32(edges[at]))
		}
	}
	return all
}
