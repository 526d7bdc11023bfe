package retained

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Together returns what would go with all objects of each of these classes, which are numbers of table. It marks h once for each class, without
// its objects. Live says of an object whether it is reachable. Done is told how many classes have been marked. The errors are those of marks.
func Together(ctx context.Context, h *source.Heap, table *classes.Table, live func(heap.Ref) bool, wanted []uint32, done func(classes int)) ([]schema.Amount, error) {
	g := h.Graph()
	m, err := mark.NewFor(g, mark.Options{})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	all := make([]schema.Amount, len(wanted))
	for i, class := range wanted {
		done(i)
		var nodes []uint32
		for ref, o := range table.All {
			if o.Class == class && live(ref) {
				nodes = append(nodes, uint32(ref))
			}
		}
		without, err := m.MarkGraphWithout(ctx, g, g.Roots(), nodes)
		if err != nil {
			return nil, err
		}
		for ref, o := range table.All {
			if !without.Has(uint32(ref)) && live(ref) {
				all[i].Add(o.Bytes)
			}
		}
	}
	return all, nil
}
