package growth

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// weigh says of each class what its live objects keep alive together in the last dump.
func (g *Growth) weigh(ctx context.Context, classes []schema.DiffClass) error {
	v, graph := g.last, g.last.Graph()
	for i := range classes {
		class, nodes := v.class(classes[i].Class), []uint32{}
		for ref, o := range v.table.All {
			if int(o.Class) == class && v.live.Has(ref) {
				nodes = append(nodes, uint32(ref))
			}
		}
		kept, err := reach.Retained(ctx, graph, graph.Roots(), nodes, mark.Options{})
		if err != nil {
			return err
		}
		for ref, o := range v.table.All {
			if kept.Has(uint32(ref)) {
				classes[i].Together.Add(o.Bytes)
			}
		}
	}
	return nil
}
