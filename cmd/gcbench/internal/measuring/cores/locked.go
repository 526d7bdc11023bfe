package cores

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

const (
	lockedLines  = 16 // they lie in the first level of the caches
	lockedPasses = 1000
	lockedRounds = 25
)

// lockedOn measures instructions on a processor, one loop for each. The loops are written out: a call would take longer than a
// store.
func lockedOn(processor int) (l schema.Locked, err error) {
	lines := make([]cacheLine, 1024)[:lockedLines]
	loops := []struct {
		ns   *float64
		loop func()
	}{
		{&l.Store, func() {
			for i := range lines {
				lines[i].word = uint64(i)
			}
		}},
		{&l.Or, func() {
			for i := range lines {
				lines[i].locked.Or(1)
			}
		}},
		{&l.Add, func() {
			for i := range lines {
				lines[i].word = lines[i].locked.Add(1)
			}
		}},
		{&l.Swap, func() {
			for i := range lines {
				lines[i].locked.CompareAndSwap(lines[i].word, 0) // with what Add has left there
			}
		}},
		{&l.Exchange, func() {
			for i := range lines {
				lines[i].locked.Store(1)
			}
		}},
	}
	err = together([]int{processor}, func() {
		for _, one := range loops {
			*one.ns = timed(lockedRounds, lockedLines*lockedPasses, func() {
				for range lockedPasses {
					one.loop()
				}
			})
		}
	})
	return l, err
}

// timed runs f in rounds and returns the median time of each of the many things that f does, in nanoseconds.
func timed(rounds, things int, f func()) float64 {
	f() // what it needs comes into the caches
	var times []float64
	for range rounds {
		start := time.Now()
		f()
		times = append(times, float64(time.Since(start).Nanoseconds())/float64(things))
	}
	return median(times)
}
