package retained

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Classes returns the classes whose objects keep the most, at most n. It marks once for each of them, without its objects.
func (r *Heap) Classes(ctx context.Context, n int, tell func(phase string, done, all uint64)) ([]schema.RetainingClass, error) {
	if r.table == nil {
		return []schema.RetainingClass{}, nil
	}
	all, class := r.sums()
	all = all[:min(n, len(all))]
	numbers := make([]uint32, len(all))
	for i := range all {
		numbers[i] = class[all[i].Class]
	}
	together, err := Together(ctx, r.Heap, r.table, r.live, numbers, func(i int) { tell("marking without a class", uint64(i), uint64(len(all))) })
	for i, amount := range together {
		all[i].Together = schema.Kept{Objects: amount.Objects}
		if r.bytes != nil {
			all[i].Together.Bytes = &amount.Bytes
		}
	}
	return all, err
}

// live reports whether the object at ref is reachable: it keeps itself then.
func (r *Heap) live(ref heap.Ref) bool { return r.objects.Of(uint32(ref)) > 0 }

// sums adds up what the objects of each class keep, most first, and has the number of each class. While the walk is below an object of a class, what further ones keep is counted
// already.
func (r *Heap) sums() (all []schema.RetainingClass, number map[string]uint32) {
	all, number = make([]schema.RetainingClass, len(r.table.Names)), map[string]uint32{}
	above := make([]int, len(r.table.Names))
	for i, name := range r.table.Names {
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
