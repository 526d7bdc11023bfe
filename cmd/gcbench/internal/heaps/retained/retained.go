// Package retained says which objects and classes of a heap keep the most alive.
package retained

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/dominators"
)

// Heap is a heap with its tree of dominators. Make one with Look.
type Heap struct {
	*source.Heap
	Tree *dominators.Tree

	objects, bytes *dominators.Sizes // what each object retains; bytes is nil if objects have no sizes
	ranks          *heap.Ranks
	size           []uint64       // by rank
	table          *classes.Table // nil if objects have no classes
	class          []uint32       // by rank, if they have
}

// Look finds the dominators of h, and tells how far it has come. Table has the classes of h; without them it is nil. Besides what dominators.Of
// takes, Look takes up to 28 bytes for each object.
func Look(ctx context.Context, h *source.Heap, table *classes.Table, tell func(phase string, done, all uint64)) (*Heap, error) {
	g := h.Graph()
	pass := mark.Options{Progress: func(p mark.Progress) { tell("finding dominators", p.Scanned, 0) }}
	tell("finding dominators", 0, 0)
	tree, err := dominators.Of(ctx, g, g.Roots(), pass)
	if err != nil {
		return nil, err
	}
	tell("adding up what objects keep", 0, 0)
	r := &Heap{Heap: h, Tree: tree, ranks: heap.NewRanks(h.Heap), table: table}
	r.objects = tree.Retained(func(uint32) uint64 { return 1 })
	if h.HasSizes() {
		r.size = make([]uint64, r.ranks.Len())
		for ref, bytes := range h.Sizes() {
			r.size[r.rank(ref)] = bytes
		}
		r.bytes = tree.Retained(func(node uint32) uint64 { return r.size[r.rank(heap.Ref(node))] })
	}
	if table != nil {
		r.class = make([]uint32, r.ranks.Len())
		for ref, o := range table.All {
			r.class[r.rank(ref)] = o.Class
		}
	}
	return r, nil
}

func (r *Heap) rank(ref heap.Ref) uint64 {
	rank, _ := r.ranks.Of(ref)
	return rank
}

// weight is that by which objects are compared: their bytes if they have any, or 1.
func (r *Heap) weight() *dominators.Sizes {
	if r.bytes != nil {
		return r.bytes
	}
	return r.objects
}

// Kept is what an object keeps alive, itself included.
func (r *Heap) Kept(ref heap.Ref) schema.Kept {
	k := schema.Kept{Objects: r.objects.Of(uint32(ref))}
	if r.bytes != nil {
		bytes := r.bytes.Of(uint32(ref))
		k.Bytes = &bytes
	}
	return k
}

// Nodes are the numbers of the objects that keep the most, at most n.
func (r *Heap) Nodes(n int) (nodes []uint32) {
	for _, t := range r.weight().Top(n) {
		nodes = append(nodes, t.Node)
	}
	return nodes
}

// Top returns the objects that keep the most, at most n.
func (r *Heap) Top(n int) []schema.Retainer {
	top := r.weight().Top(n)
	place := map[uint32]int{}
	for i, t := range top {
		place[t.Node] = i + 1
	}
	all := make([]schema.Retainer, len(top))
	for i, t := range top {
		ref := heap.Ref(t.Node)
		all[i] = schema.Retainer{Label: r.Label(ref), Number: r.Number(ref), Keeps: r.Kept(ref)}
		if r.table != nil {
			all[i].Class = r.table.Names[r.class[r.rank(ref)]]
		}
		if bytes, ok := r.Bytes(ref); ok {
			all[i].Bytes = &bytes
		}
		for d := range r.Tree.Dominators(t.Node) {
			if at := place[d]; at > 0 {
				all[i].Inside = at
				break
			}
		}
	}
	return all
}
