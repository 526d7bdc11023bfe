// Package cores measures what a machine's processors and caches cost: how long a line takes from one cache to another,
// locked instructions, and loads by the size of what is read. Its threads are pinned to processors, which Linux alone permits.
// It allocates before it measures, and no collection of Go's runtime runs meanwhile.
package cores

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"github.com/aclements/go-moremath/stats"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// cacheLine is a line: the word that is used, the one that locked instructions use, and the rest of 64 bytes. Slices of
// lines are so large that Go's runtime aligns them to pages.
type cacheLine struct {
	word   uint64
	locked atomic.Uint64
	_      [6]uint64
}

const lineBytes = 64

// Measure measures all of it. tell, if not nil, gets the part that is done and what comes next. It takes some seconds, and up to
// two minutes with 128 processors. It fails where threads cannot be pinned, and when ctx ends. One goroutine may call it
// at a time: it stops collections of this process.
func Measure(ctx context.Context, tell func(done float64, next string)) (*schema.Machine, error) {
	numbers, err := allowed()
	if err != nil {
		return nil, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, len(numbers)))) // all processors load at once
	defer debug.FreeOSMemory()                                         // other processes measure next
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	m := &schema.Machine{Processors: machine.Processors(numbers), Caches: machine.Caches(numbers[0])}
	steps := []struct {
		name string
		do   func() error
	}{
		{"locked instructions", func() error { m.Locked, err = lockedOn(numbers[0]); return err }},
		{"lines between caches", func() error { m.Transfers, err = transfers(ctx, m.Processors); return err }},
		{"many lines at once", func() error { m.Streams, err = streams(ctx, m.Transfers); return err }},
		{"loads", func() error {
			m.Loads, err = allLoads(ctx, numbers, sizes(m.Caches, machine.AvailableMemory()/4))
			return err
		}},
	}
	for i, s := range steps {
		if tell != nil {
			tell(float64(i)/float64(len(steps)), s.name)
		}
		if err := s.do(); err != nil {
			return nil, fmt.Errorf("measuring %s: %w", s.name, err)
		}
	}
	return m, nil
}

// median of times. One that a host or another program interrupted is not in the middle.
func median(times []float64) float64 { return thousandths(stats.Sample{Xs: times}.Quantile(0.5)) }

// thousandths rounds, for files that people read.
func thousandths(ns float64) float64 { return math.Round(1000*ns) / 1000 }
