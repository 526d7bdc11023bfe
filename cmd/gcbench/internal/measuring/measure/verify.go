package measure

import (
	"context"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// Verify marks h the given number of times and compares each mark with the
// oracle. It returns the statistics of the marks that were made, whatever the error; a
// mark that differs ends it with a *MarkError, and so does one that fails.
func Verify(ctx context.Context, h *heap.Heap, oracle *heap.Reached, o mark.Options, marks int) ([]stats.Mark, error) {
	r, err := newRun(&Plan{Heap: h, Oracle: oracle}, o)
	if err != nil {
		return nil, err
	}
	defer r.marker.Close()
	var all []stats.Mark
	for range marks {
		res, err := r.mark(ctx)
		if err != nil {
			return all, err
		}
		s := res.Stats
		s.Workers = slices.Clone(s.Workers)
		all = append(all, s)
	}
	return all, nil
}
