package reach

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Report describes the answer a to q about h. With listed it has the objects that are
// reached, or with not those that are not.
func Report(h *source.Heap, q Query, a *Answer, not, listed bool) *schema.Reach {
	r := &schema.Reach{
		Schema: schema.ReachSchema, Heap: h.File, Format: string(h.Format), Objects: h.NumObjects(),
		Roots: Texts(h, q.Roots), Reverse: q.Reverse, Not: not,
	}
	for i, node := range q.Why {
		r.Why = append(r.Why, schema.ReachPath{Object: h.Text(h.Number(heap.Ref(node))), Path: Texts(h, a.Paths[i])})
	}
	if r.Why != nil {
		return r
	}
	r.Reached = &a.Count
	if a.Distances != nil {
		r.Levels = a.Distances.Sizes()
	}
	if listed {
		for i, ref := range h.Objects() {
			if a.Has(ref) != not {
				r.Listed = append(r.Listed, h.Text(i))
			}
		}
	}
	return r
}

// Texts returns what objects are called in the words of the file.
func Texts(h *source.Heap, nodes []uint32) []string {
	texts := make([]string, len(nodes))
	for i, node := range nodes {
		texts[i] = h.Text(h.Number(heap.Ref(node)))
	}
	return texts
}
