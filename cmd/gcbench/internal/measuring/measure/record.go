package measure

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Record marks h once with a timeline, after marks that warm the marker up. o.Timeline says how
// many slices the timeline keeps. Each mark is compared with the oracle, unless that is nil.
// The errors are those of Run, and who may call it, too. The statistics are those of the mark
// in the timeline.
func Record(ctx context.Context, h *heap.Heap, oracle *heap.Reached, o mark.Options) (*timeline.Timeline, stats.Mark, error) {
	defer quietGC()() // the marker of the last call is garbage, and large
	r, err := newRun(&Plan{Heap: h, Oracle: oracle}, o)
	if err != nil {
		return nil, stats.Mark{}, err
	}
	defer r.marker.Close()
	for range warmMarks {
		if _, err := r.mark(ctx); err != nil {
			return nil, stats.Mark{}, err
		}
	}
	res, err := r.mark(ctx)
	if err != nil {
		return nil, stats.Mark{}, err
	}
	return res.Timeline(), res.Stats, nil // no mark follows that would overwrite them
}
