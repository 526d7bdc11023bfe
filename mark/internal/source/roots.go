package source

import "github.com/seed-3ccf4018/halfmark/heap"

// Roots are those of a heap or those of a graph.
type Roots struct {
	Refs  []heap.Ref
	Nodes []uint32
}

// Copy copies roots to out, from number first on, as many as there is room for.
func (r *Roots) Copy(out []uint32, first uint32) {
	if r.Nodes != nil {
		copy(out, r.Nodes[first:])
		return
	}
	for i, ref := range r.Refs[first:][:len(out)] {
		out[i] = uint32(ref)
	}
}
