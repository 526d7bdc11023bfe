package source

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"

// Facts identify the heap in reports. live objects were reached.
func (h *Heap) Facts(seed, live uint64) schema.Facts {
	return schema.Facts{
		Shape: h.Shape, Heap: h.File, Layout: h.Layout(), Seed: seed,
		Objects: h.NumObjects(), Edges: h.NumEdges(), Roots: len(h.Roots()),
		Live: live, ArenaBytes: len(h.Arena()), Mapped: h.Mapped(),
	}
}

// Size is what is known of the heap without marking it.
func (h *Heap) Size() schema.Size {
	return schema.Size{
		Shape: h.Shape, Layout: h.Layout(), Seed: h.Params.Seed,
		Objects: h.NumObjects(), Edges: h.NumEdges(), Roots: len(h.Roots()), ArenaBytes: len(h.Arena()),
	}
}
