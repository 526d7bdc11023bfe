package stealq_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// BenchmarkWorkRangeTake is the owner alone; ns/op is per index. The counter is
// what a range replaces: one word that all workers increment with a
// compare-and-swap.
func BenchmarkWorkRangeTake(b *testing.B) {
	const n = 1 << 16
	b.Run("range", func(b *testing.B) {
		var r stealq.WorkRange
		var c stealq.Counters
		for i := 0; i < b.N; i += n {
			r.Open(0, 0, n, &c)
			for ok := true; ok; _, ok = r.Take(&c) {
			}
		}
		b.ReportMetric(float64(c.CAS)/float64(c.Pops), "cas/op")
	})
	b.Run("counter", func(b *testing.B) {
		var next atomic.Uint64
		for i := 0; i < b.N; i += n {
			next.Store(0)
			for claimNext(&next, n) {
			}
		}
		b.ReportMetric(1, "cas/op")
	})
}

// BenchmarkWorkRangeShared is several goroutines that claim all indices of one
// range, each working at what it stole: ns/op is per index.
func BenchmarkWorkRangeShared(b *testing.B) {
	const n = 1 << 16
	for _, workers := range []int{2, 4} {
		b.Run(fmt.Sprintf("range/workers=%d", workers), func(b *testing.B) {
			var sum stealq.Counters
			for i := 0; i < b.N; i += n {
				c := shareRange(workers, n)
				sum.Add(&c)
			}
			b.ReportMetric(float64(sum.CAS)/float64(sum.Pops), "cas/op")
			b.ReportMetric(float64(sum.Took)/(float64(sum.Pops)/n), "steals/range")
		})
		b.Run(fmt.Sprintf("counter/workers=%d", workers), func(b *testing.B) {
			for i := 0; i < b.N; i += n {
				var next atomic.Uint64
				var wg sync.WaitGroup
				for range workers {
					wg.Go(func() {
						for claimNext(&next, n) {
						}
					})
				}
				wg.Wait()
			}
		})
	}
}

func claimNext(next *atomic.Uint64, n uint64) bool {
	for {
		i := next.Load()
		if i >= n || next.CompareAndSwap(i, i+1) {
			return i < n
		}
	}
}

// shareRange claims n indices with so many workers.
func shareRange(workers int, n uint32) (sum stealq.Counters) {
	ranges := make([]stealq.WorkRange, workers)
	counters := make([]stealq.Counters, workers)
	var left atomic.Int64
	left.Store(int64(n))
	ranges[0].Open(0, 0, n, &counters[0])
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			c, took := &counters[w], int64(0)
			for left.Load() > 0 {
				for _, ok := ranges[w].Take(c); ok; _, ok = ranges[w].Take(c) {
					took++
				}
				left.Add(-took)
				took = 0
				for i := 1; i < workers; i++ {
					if p, o := ranges[(w+i)%workers].Steal(c); o == stealq.Took {
						ranges[w].Open(p.Over, p.Low, p.High, c)
						break
					}
				}
			}
		})
	}
	wg.Wait()
	for i := range counters {
		sum.Add(&counters[i])
	}
	return sum
}
