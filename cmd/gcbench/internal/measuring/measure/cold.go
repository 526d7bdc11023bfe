package measure

import (
	"context"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Cold returns samples of marks, in nanoseconds. Before each mark a walk through so many
// bytes has filled the caches with other data; twice the last level is enough. Marks are
// compared with the oracle unless that is nil. Errors are those of Run, and so is who may
// call it.
func Cold(ctx context.Context, h *heap.Heap, oracle *heap.Reached, o mark.Options, samples int, walk uint64) ([]float64, error) {
	s, err := NewSampler(ctx, h, oracle, o)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	other := make([]byte, walk)
	var all []float64
	for range samples {
		for i := 0; i < len(other); i += 64 {
			other[i]++
		}
		res, err := s.run.mark(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, float64(max(res.Stats.Duration, 1)))
	}
	runtime.KeepAlive(other)
	return all, nil
}
