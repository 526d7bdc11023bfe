// Package sweep simulates the papers' models over grids of their parameters. It
// simulates each cell of a grid many times, each time with a seed of its own.
package sweep

import "context"

// Options say how much is simulated.
type Options struct {
	Seed  uint64 // of the first run of each cell
	Runs  int    // of each cell, 2 at least
	Quick bool   // a smaller grid
	// Progress, if not nil, is called after each simulation.
	Progress func(done, total int)
}

// over simulates each cell so many times and hands it its runs, in order.
func over[C, R any](ctx context.Context, o Options, cells []*C, runs int, simulate func(c *C, run int) (R, error), fill func(c *C, found []R)) error {
	found, err := inParallel(ctx, len(cells)*runs, o.Progress, func(i int) (R, error) { return simulate(cells[i/runs], i%runs) })
	if err != nil {
		return err
	}
	for i, c := range cells {
		fill(c, found[i*runs:(i+1)*runs])
	}
	return nil
}

// cellsOf are the cells of all blocks.
func cellsOf[C any](blocks ...[]C) (cells []*C) {
	for _, block := range blocks {
		for i := range block {
			cells = append(cells, &block[i])
		}
	}
	return cells
}

// samples are a figure of each run.
func samples[R any](runs []R, figure func(r *R) float64) []float64 {
	s := make([]float64, len(runs))
	for i := range runs {
		s[i] = figure(&runs[i])
	}
	return s
}
