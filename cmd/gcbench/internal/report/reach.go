package report

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/reach"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// ReachSchema names the format of Reach. Fields are added to it, never renamed.
const ReachSchema = "gcbench-reach/1"

// Reach is what gcbench reach reports. Objects stand in it as source.Heap.Text has them.
type Reach struct {
	Schema  string      `json:"schema"`
	Env     machine.Env `json:"env"`
	Heap    string      `json:"heap"`
	Format  string      `json:"format"`
	Objects uint64      `json:"objects"`
	Roots   []string    `json:"roots"`
	Reverse bool        `json:"reverse"`
	// Reached is how many objects are reached. It is left out if paths were asked for.
	Reached *uint64 `json:"reached,omitempty"`
	// Not says that Listed has the objects that are not reached.
	Not bool `json:"not"`
	// Listed are the objects that were printed, in the order of the file. It is left out
	// if only their number was asked for.
	Listed []string `json:"listed,omitempty"`
	// Levels are the numbers of objects at each distance from a root, if that was asked for.
	Levels []uint64 `json:"levels,omitempty"`
	// Why has a path to each object that was asked for.
	Why []ReachPath `json:"why,omitempty"`
}

// ReachPath is a shortest path from a root to an object. It is empty if there is none.
type ReachPath struct {
	Object string   `json:"object"`
	Path   []string `json:"path"`
}

// NewReach describes the answer a to q about h. With listed it has the objects that are
// reached, or with not those that are not.
func NewReach(h *source.Heap, q reach.Query, a *reach.Answer, not, listed bool) *Reach {
	r := &Reach{
		Schema: ReachSchema, Heap: h.File, Format: string(h.Format), Objects: h.NumObjects(),
		Roots: Texts(h, q.Roots), Reverse: q.Reverse, Not: not,
	}
	for i, node := range q.Why {
		r.Why = append(r.Why, ReachPath{h.Text(h.Number(heap.Ref(node))), Texts(h, a.Paths[i])})
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
