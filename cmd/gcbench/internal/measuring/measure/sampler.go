package measure

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Sampler takes samples of one options one at a time, for rounds in which
// others than markers take part. It belongs to one goroutine.
type Sampler struct {
	run     *run
	restore func()
}

// NewSampler warms a marker up. Go's collector rests until Close. Marks are
// compared with the oracle unless that is nil.
func NewSampler(ctx context.Context, h *heap.Heap, oracle *heap.Reached, o mark.Options) (*Sampler, error) {
	r, err := newRun(&Plan{Heap: h, Oracle: oracle}, o)
	if err != nil {
		return nil, err
	}
	s := &Sampler{r, quietGC()}
	if err := s.run.warmUp(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Sample takes one sample and returns its mark time in nanoseconds.
func (s *Sampler) Sample(ctx context.Context) (float64, error) {
	if err := s.run.sample(ctx); err != nil {
		return 0, err
	}
	return s.run.series.SamplesNS[len(s.run.series.SamplesNS)-1], nil
}

// Close releases the marker.
func (s *Sampler) Close() {
	s.run.marker.Close()
	s.restore()
}
