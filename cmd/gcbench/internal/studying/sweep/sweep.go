// Package sweep simulates the papers' models over grids of their parameters. It
// simulates each cell of a grid many times, each time with a new seed.
package sweep

import (
	"context"
	"runtime"
	"sync/atomic"
)

// Options say how much is simulated.
type Options struct {
	Seed  uint64 // of the first run of each cell
	Runs  int    // of each cell, 2 at least
	Quick bool   // a smaller grid
	// Progress is called after each simulation.
	Progress func(done, total int)
}

// over simulates each cell so many times and hands it its runs, in order.
func over[C, R any](ctx context.Context, o Options, cells []*C, runs int, simulate func(c *C, seed uint64) R, fill func(c *C, found []R)) error {
	found, err := inParallel(ctx, len(cells)*runs, o.Progress, func(i int) R { return simulate(cells[i/runs], o.Seed+uint64(i%runs)) })
	if err != nil {
		return err
	}
	for i, c := range cells {
		fill(c, found[i*runs:(i+1)*runs])
	}
	return nil
}

// inParallel runs the n independent simulations on all processors and returns
// what they found, in order. After an interrupt it does not wait for those that have begun, which end in vain.
func inParallel[R any](ctx context.Context, n int, progress func(done, total int), simulate func(i int) R) ([]R, error) {
	found, done := make([]R, n), make(chan struct{}, n)
	var next atomic.Int64
	for range min(n, runtime.GOMAXPROCS(0)) {
		go func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				found[i] = simulate(i)
				done <- struct{}{}
			}
		}()
	}
	for k := range n {
		select {
		case <-done:
			progress(k+1, n)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return found, nil
}

// must returns what a simulation found. A cell has options that can be simulated.
func must[R any](r R, err error) R {
	if err != nil {
		panic(err)
	}
	return r
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
