package growth

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/retained"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// weigh says of each class what its live objects keep alive together in the last dump.
func (g *Growth) weigh(ctx context.Context, classes []schema.DiffClass) error {
	v, found, wanted := g.last, []int{}, []uint32{}
	for i := range classes {
		if class := v.class(classes[i].Class); class >= 0 {
			found, wanted = append(found, i), append(wanted, uint32(class))
		}
	}
	together, err := retained.Together(ctx, v.Heap, v.table, v.live.Has, wanted, func(int) {})
	for i, amount := range together {
		classes[found[i]].Together = amount
	}
	return err
}
