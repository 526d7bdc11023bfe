package cores

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

const (
	allPairs      = 32                     // so many processors at most are measured with one another, pair by pair
	samplePairs   = 4                      // of more processors, that many random pairs each
	passes        = 7                      // over all pairs
	passTime      = 200 * time.Millisecond // at least
	tripsPerRound = 500
	leastRounds   = 4
	mostRounds    = 6
	pairTime      = 20 * time.Millisecond // a pair whose host takes processors away has fewer rounds
)

// transfers measures pairs of processors, in passes over all of them. The host of a virtual machine may move its processors
// from one minute to the next. On two processors of a Milan a transfer takes 25 ns or 115 ns, as they share a cache or not.
func transfers(ctx context.Context, all []schema.Processor) ([]schema.Transfer, error) {
	chosen := pairs(len(all))
	times := make([][]float64, len(chosen))
	for range passes {
		rest := time.After(passTime)
		for i, p := range chosen {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			ns, err := transfer(all[p[0]].Number, all[p[1]].Number)
			if err != nil {
				return nil, err
			}
			times[i] = append(times[i], ns)
		}
		<-rest
	}
	found := []schema.Transfer{}
	for i, p := range chosen {
		a, b := &all[p[0]], &all[p[1]]
		found = append(found, schema.Transfer{A: a.Number, B: b.Number, Place: a.Place(b),
			NS: median(times[i]), Least: slices.Min(times[i]), Most: slices.Max(times[i])})
	}
	return found, nil
}

// pairs are all of them, or those with the first processor and a sample, the same each time.
func pairs(processors int) (all [][2]int) {
	random := rand.New(rand.NewPCG(1, 2))
	keep := 2 * float64(samplePairs) / float64(processors)
	for a := range processors {
		for b := a + 1; b < processors; b++ {
			if processors <= allPairs || a == 0 || random.Float64() < keep {
				all = append(all, [2]int{a, b})
			}
		}
	}
	return all
}

// transfer is half of a round trip of a line, in nanoseconds.
func transfer(a, b int) (ns float64, err error) {
	lines := make([]struct {
		atomic.Uint64
		_ [15]uint64 // some processors fetch lines in pairs
	}, 1024)
	line, rounds := &lines[0].Uint64, &lines[512].Uint64
	var times []float64
	err = together([]int{a, b}, func() {
		began := time.Now()
		for round := uint64(1); len(times) < leastRounds || len(times) <= mostRounds && time.Since(began) < pairTime; round++ {
			rounds.Store(round)
			start := time.Now()
			trips(line, 0)
			times = append(times, float64(time.Since(start).Nanoseconds())/(2*tripsPerRound))
		}
		rounds.Store(over)
	}, func() {
		for round := uint64(1); ; round++ {
			for rounds.Load() < round {
			}
			if rounds.Load() == over {
				return
			}
			trips(line, 1)
		}
	})
	if err != nil {
		return 0, err
	}
	return median(times[1:]), nil // the first one warmed the processors up
}

// over ends the turns of two processors.
const over = ^uint64(0)

// trips changes the line whenever it is this side's turn. Nothing but the compare-and-swap touches the line: after a plain load
// it would have to come once more, to be written.
func trips(line *atomic.Uint64, side uint64) {
	for turn := side; turn < 2*tripsPerRound; turn += 2 {
		for !line.CompareAndSwap(turn, (turn+1)%(2*tripsPerRound)) {
		}
	}
}
