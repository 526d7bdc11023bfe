package papers

import (
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// isPool has an owner push, pop and be robbed, and counts.
func isPool(k *stealq.Kind, e claims.Effort) claims.Finding {
	items, wrong, robbed := 0, 0, true
	for _, capacity := range []int{2, 16, 1024} {
		n := e.Times(20_000, 1_000_000)
		took, thefts := exchange(k, capacity, n, e.Rand(5))
		items += n
		wrong += took.wrong()
		robbed = robbed && thefts > 0
	}
	return claims.Found(wrong == 0 && robbed, "%d of %d items not exactly once", wrong, items)
}

// exchange pushes n items and takes them all, with three thieves at once.
func exchange(k *stealq.Kind, capacity, n int, rng *rand.Rand) (h hands, thefts uint64) {
	const thieves = 3
	ds := k.New(1+thieves, capacity)
	took := make([][]uint64, 1+thieves)
	over := make(chan struct{})
	var ended sync.WaitGroup
	for i := 1; i <= thieves; i++ {
		ended.Go(func() {
			for open := true; open; {
				select {
				case <-over:
					open = false // once more, for what a theft has left
				default:
				}
				if _, o := ds[i].Steal(ds[0], k.Amounts[i%len(k.Amounts)]); o != stealq.Took {
					runtime.Gosched()
				}
				took[i] = popAll(ds[i], took[i])
			}
		})
	}
	took[0] = owner(ds[0], n, rng)
	close(over)
	ended.Wait()
	took[0] = popAll(ds[0], took[0])
	h = make(hands, n)
	for i, items := range took {
		thefts += ds[i].Counters().Took
		for _, item := range items {
			h[item]++
		}
	}
	return h, thefts
}

// owner pushes n items, now and then pops some, and gives way to thieves.
func owner(d stealq.Deque, n int, rng *rand.Rand) (took []uint64) {
	for i := 0; i < n; {
		if rng.IntN(3) > 0 && d.Push(uint64(i)) {
			i++
		} else if item, ok := d.Pop(); ok {
			took = append(took, item)
		}
		if rng.IntN(256) == 0 {
			runtime.Gosched()
		}
	}
	return took
}

func popAll(d stealq.Deque, took []uint64) []uint64 {
	for item, ok := d.Pop(); ok; item, ok = d.Pop() {
		took = append(took, item)
	}
	return took
}
