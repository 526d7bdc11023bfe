package walk_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/walk"
)

// scatter yields two successors of a node, below limit. From 0 nearly all nodes are reachable.
func scatter(node, limit uint64, yield func(uint64) bool) {
	for i := range uint64(2) {
		x := (2*node + i + 1) * 0x9E3779B97F4A7C15
		if !yield((x ^ x>>29) * 0xD6E8FEB86659FD93 >> 20 % limit) {
			return
		}
	}
}

// reachByHand is what one writes without Reach: a map and a slice.
func reachByHand(limit uint64) int {
	seen, waiting := map[uint64]bool{0: true}, []uint64{0}
	for len(waiting) > 0 {
		node := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		scatter(node, limit, func(to uint64) bool {
			if !seen[to] {
				seen[to] = true
				waiting = append(waiting, to)
			}
			return true
		})
	}
	return len(seen)
}

// numberedByHand is the same with what Reached keeps: numbers, keys, and what led to them.
func numberedByHand(limit uint64) int {
	numbers, keys, parents := map[uint64]uint32{0: 0}, []uint64{0}, []uint32{0}
	for i := 0; i < len(keys); i++ {
		scatter(keys[i], limit, func(to uint64) bool {
			if _, ok := numbers[to]; !ok {
				numbers[to] = uint32(len(keys))
				keys, parents = append(keys, to), append(parents, uint32(i))
			}
			return true
		})
	}
	return len(keys)
}

// groupByHand is 64 goroutines, a mutex and a condition.
func groupByHand(limit uint64, wait func()) int {
	var mu sync.Mutex
	more := sync.NewCond(&mu)
	seen, waiting, running := map[uint64]bool{0: true}, []uint64{0}, 0
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for {
				for len(waiting) == 0 && running > 0 {
					more.Wait()
				}
				if len(waiting) == 0 {
					return
				}
				node := waiting[len(waiting)-1]
				waiting = waiting[:len(waiting)-1]
				running++
				mu.Unlock()
				wait()
				var found [2]uint64
				n := 0
				scatter(node, limit, func(to uint64) bool { found[n] = to; n++; return true })
				mu.Lock()
				running--
				for _, to := range found {
					if !seen[to] {
						seen[to] = true
						waiting = append(waiting, to)
					}
				}
				more.Broadcast()
			}
		})
	}
	all.Wait()
	return len(seen)
}

func reachScatter(b *testing.B, limit uint64, wait func(), workers int) int {
	r, err := walk.Reach(context.Background(), []uint64{0}, func(_ context.Context, node uint64, yield func(uint64) bool) error {
		wait()
		scatter(node, limit, yield)
		return nil
	}, walk.Options{Workers: workers})
	require.NoError(b, err)
	return int(r.Count())
}

// sleep waits as a call over a network does, and spin computes for about that long.
func sleep(d time.Duration) func() { return func() { time.Sleep(d) } }
func spin(d time.Duration) func() {
	return func() {
		for start := time.Now(); time.Since(start) < d; {
		}
	}
}

// turns runs all contenders in turns, and reports the median time of the first for each node, and how many times
// as long it takes as the others. It does the same for the bytes that they allocate.
func turns(b *testing.B, names []string, run []func() int) {
	times, bytes := make([][]time.Duration, len(run)), make([]float64, len(run))
	nodes := 0
	for b.Loop() {
		for i := range run {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			n := run[i]()
			times[i] = append(times[i], time.Since(start))
			runtime.ReadMemStats(&after)
			bytes[i] = float64(after.TotalAlloc - before.TotalAlloc)
			require.True(b, nodes == 0 || n == nodes)
			nodes = n
		}
	}
	first := median(times[0])
	b.ReportMetric(first/float64(nodes), "ns/node")
	b.ReportMetric(bytes[0]/float64(nodes), "bytes/node")
	for i := 1; i < len(run); i++ {
		b.ReportMetric(first/median(times[i]), "time/"+names[i])
		b.ReportMetric(bytes[0]/bytes[i], "bytes/"+names[i])
	}
}

// BenchmarkReachFast finds a million nodes by calls of some ns, and compares with two loops by hand.
func BenchmarkReachFast(b *testing.B) {
	const limit = 1_250_000
	turns(b, []string{"", "hand", "numbered", "group"}, []func() int{
		func() int { return reachScatter(b, limit, func() {}, 0) },
		func() int { return reachByHand(limit) },
		func() int { return numberedByHand(limit) },
		func() int { return groupByHand(limit, func() {}) },
	})
}

// BenchmarkReach finds nodes by calls that sleep or compute, and compares with 64 goroutines by hand
// and, if the calls compute, with one and two workers.
func BenchmarkReach(b *testing.B) {
	for _, c := range []struct {
		name  string
		call  func()
		limit uint64
		fixed bool
	}{
		{"sleep=1ms", sleep(time.Millisecond), 20_000, false},
		{"sleep=100us", sleep(100 * time.Microsecond), 50_000, false},
		{"spin=500ns", spin(500 * time.Nanosecond), 200_000, true},
		{"spin=1us", spin(time.Microsecond), 200_000, true},
		{"spin=5us", spin(5 * time.Microsecond), 50_000, true},
		{"spin=50us", spin(50 * time.Microsecond), 5_000, true},
	} {
		names := []string{"", "group"}
		run := []func() int{
			func() int { return reachScatter(b, c.limit, c.call, 0) },
			func() int { return groupByHand(c.limit, c.call) },
		}
		if c.fixed {
			names = append(names, "one", "two")
			run = append(run, func() int { return reachScatter(b, c.limit, c.call, 1) }, func() int { return reachScatter(b, c.limit, c.call, 2) })
		}
		b.Run("call="+c.name, func(b *testing.B) { turns(b, names, run) })
	}
}

func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2])
}
