package measure

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
)

// Beside is what a Run has seen of the machine while it took its samples.
type Beside struct {
	MissNS    float64             // a cache miss; 0 if there is no reference
	Disturbed machine.Disturbance // from the first sample to the last
}

// references are the samples of the reference, one of each crew in each round.
type references struct {
	work   *Reference // nil: the plan has none
	all    crews
	misses []float64
}

// newReferences finds the crews of a plan, and warms each up.
func newReferences(p *Plan) (r references) {
	if p.Reference == nil {
		return r
	}
	r.work = p.Reference
	for _, o := range p.Options {
		if workers := crewOf(o.WithDefaults().Workers); r.all.of(workers) == nil {
			r.all = append(r.all, &crew{workers: workers})
			r.work.Sample(workers)
		}
	}
	return r
}

// sample takes a sample with each crew. It must be called in each round.
func (r *references) sample() {
	if r.work == nil {
		return
	}
	r.misses = append(r.misses, r.work.Miss())
	for _, c := range r.all {
		c.ns = append(c.ns, r.work.Sample(c.workers))
	}
	slices.Reverse(r.all)
}

// of returns the samples with so many workers, nil if there are none.
func (r *references) of(workers int) []float64 {
	if c := r.all.of(workers); c != nil {
		return c.ns
	}
	return nil
}

// miss is the median of a cache miss, 0 if there is no reference.
func (r *references) miss() float64 {
	if len(r.misses) == 0 {
		return 0
	}
	return Summarize(r.misses).Median
}
