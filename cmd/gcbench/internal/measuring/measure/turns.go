package measure

import (
	"context"
	"slices"
)

// takeTurns takes one sample of each run per round, and one of each floor and of each reference. The
// reference leaves the caches cold, so the run that comes first afterwards would pay for it: it marks
// once unmeasured.
// Rounds alternate in direction: a run that always followed the same neighbour
// would inherit the state of the caches from it.
func takeTurns(ctx context.Context, p *Plan, runs []*run, floors floors, references *references) error {
	done := 0
	for range p.Samples {
		if references.work != nil {
			if _, err := runs[0].mark(ctx); err != nil {
				return err
			}
		}
		for _, r := range runs {
			if p.Progress != nil {
				p.Progress(done, p.Samples*len(runs))
			}
			if err := r.sample(ctx); err != nil {
				return err
			}
			done++
		}
		references.sample()
		if err := floors.sample(ctx); err != nil {
			return err
		}
		slices.Reverse(runs)
	}
	if p.Samples%2 == 1 {
		slices.Reverse(runs)
	}
	return nil
}
