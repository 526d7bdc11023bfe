package retained

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Classes returns the classes whose objects keep the most, at most n. It marks once for each of them, without its objects.
func (r *Heap) Classes(ctx context.Context, n int, tell func(phase string, done, all uint64)) ([]schema.RetainingClass, error) {
	if r.class == nil {
		return []schema.RetainingClass{}, nil
	}
	all, class := r.sums()
	all = all[:min(n, len(all))]
	g := r.Graph()
	m, err := mark.NewFor(g, mark.Options{})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	for i := range all {
		tell("marking without a class", uint64(i), uint64(len(all)))
		without, err := m.MarkGraphWithout(ctx, g, g.Roots(), r.objectsOf(class[all[i].Class]))
		if err != nil {
			return nil, err
		}
		all[i].Together = r.missing(without)
	}
	return all, nil
}

// sums adds up what the objects of each class keep, most first, and has the number of each class. While the walk is below an object of a class, what further ones keep is counted
// already.
func (r *Heap) sums() (all []schema.RetainingClass, number map[string]uint32) {
	all, number = make([]schema.RetainingClass, len(r.names)), map[string]uint32{}
	above := make([]int, len(r.names))
	for i, name := range r.names {
		all[i].Class, number[name] = name, uint32(i)
		if r.bytes != nil {
			all[i].Bytes, all[i].Sum.Bytes = new(uint64), new(uint64)
		}
	}
	for node, enters := range r.Tree.Walk() {
		rank := r.rank(heap.Ref(node))
		class := r.class[rank]
		if !enters {
			above[class]--
			continue
		}
		c := &all[class]
		c.Objects++
		if r.bytes != nil {
			*c.Bytes += r.size[rank]
		}
		if above[class]++; above[class] == 1 {
			c.Sum.Objects += r.objects.Of(node)
			if r.bytes != nil {
				*c.Sum.Bytes += r.bytes.Of(node)
			}
		}
	}
	all = slices.DeleteFunc(all, func(c schema.RetainingClass) bool { return c.Objects == 0 })
	slices.SortStableFunc(all, func(a, b schema.RetainingClass) int {
		if r.bytes != nil && *a.Sum.Bytes != *b.Sum.Bytes {
			return cmp.Compare(*b.Sum.Bytes, *a.Sum.Bytes)
		}
		return cmp.Compare(b.Sum.Objects, a.Sum.Objects)
	})
	return all, number
}

// objectsOf are the live objects of a class.
func (r *Heap) objectsOf(class uint32) (nodes []uint32) {
	for node := range r.Tree.All() {
		if r.class[r.rank(heap.Ref(node))] == class {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// missing is what a mark has not reached, of what is live.
func (r *Heap) missing(without *mark.Result) schema.Kept {
	k := schema.Kept{Objects: r.objects.Total() - without.Count()}
	if r.bytes != nil {
		left := r.bytes.Total()
		for node := range without.All() {
			left -= r.size[r.rank(heap.Ref(node))]
		}
		k.Bytes = &left
	}
	return k
}
