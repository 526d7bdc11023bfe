package mark_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// rounds is how often the tiny-capacity marks are repeated, if nothing else is said: set HALFMARK_ROUNDS
// to 1000 for the long run.
func rounds(t *testing.T, n int) int {
	if s := os.Getenv("HALFMARK_ROUNDS"); s != "" {
		n, err := strconv.Atoi(s)
		require.NoError(t, err)
		return n
	}
	if testing.Short() || raced {
		return min(n, 3)
	}
	return n
}

// Deque capacity 2, grain 1, more workers than processors and no overflow pool
// or a tiny one: every shape, again and again. Summed over the shapes each path
// must have been taken: steals, lost steals, both overflow tiers, wrap-around
// (a deque of capacity 2 that saw more than 2 pushes has wrapped).
func TestTinyCapacities(t *testing.T) { requireTiny(t, rounds(t, 3)) }

// The same more often. It is a matter of luck which worker meets which.
func TestSlowTinyCapacities(t *testing.T) {
	tagged.Slow(t)
	requireTiny(t, rounds(t, 10))
}

func requireTiny(t *testing.T, rounds int) {
	workers := 2*runtime.GOMAXPROCS(0) + 1
	heaps := knownShapes(t, 2000)
	var total stats.Worker
	wrapped := 0
	for _, pool := range []int{tune.NoPool, 1, 64} {
		for _, idle := range []tune.IdlePolicy{tune.IdlePark, tune.IdleYield, tune.IdleSpin} {
			m := newMarker(t, mark.Options{Workers: workers, Grain: 1, Capacity: 2, OverflowBlocks: pool, Tuning: tune.Tuning{Idle: idle}})
			for _, k := range heaps {
				wrapped += markAgain(t, m, k, rounds, &total)
			}
		}
	}
	// Owner and thief at one item at one instant are a matter of luck. In a list
	// they meet at every object.
	m := newMarker(t, mark.Options{Workers: workers, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool, Tuning: tune.Tuning{Idle: tune.IdleSpin}})
	parallel := runtime.GOMAXPROCS(0) > 1 // with one processor thieves seldom come in between
	for start := time.Now(); parallel && total.Deque.Lost == 0 && time.Since(start) < 30*time.Second; {
		wrapped += markAgain(t, m, heaps["list"], 10, &total)
	}
	t.Logf("%d workers: %d steals of %d items, %d lost, %d blocks overflowed, %d refs pended, %d deques wrapped",
		workers, total.Deque.Took, total.Deque.ItemsStolen, total.Deque.Lost, total.BlocksOverflowed, total.PendingAdded, wrapped)
	require.Positive(t, total.BlocksOverflowed, "tier one was never used")
	require.Positive(t, total.PendingAdded, "tier two was never used")
	require.Positive(t, wrapped, "no deque wrapped")
	if parallel {
		require.Positive(t, total.Deque.Took, "no steal")
		require.Positive(t, total.Deque.Lost, "no steal was lost")
	}
}

// markAgain marks a heap again and again, adds up the counts, and returns how many deques wrapped.
func markAgain(t *testing.T, m *mark.Marker, k known, rounds int, total *stats.Worker) (wrapped int) {
	t.Helper()
	for range rounds {
		got := requireReached(t, m, k.heap, k.oracle)
		sum := got.Stats.Sum()
		total.Deque.Add(&sum.Deque)
		total.BlocksOverflowed += sum.BlocksOverflowed
		total.PendingAdded += sum.PendingAdded
		for i := range got.Stats.Workers {
			if got.Stats.Workers[i].Deque.Pushes > 2 {
				wrapped++
			}
		}
	}
	return wrapped
}

// A mark allocates nothing once its marker has marked a heap of that size. The
// runtime's own counter is read: testing.AllocsPerRun would set GOMAXPROCS to 1.
func TestMarkAllocatesNothing(t *testing.T) {
	if raced {
		t.Skip("the race detector's own work is not the marker's")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	random, err := shape.Parse("random")
	require.NoError(t, err)
	small, err := random.Build(shape.Params{Objects: 5_000, Seed: 1})
	require.NoError(t, err)
	large, err := random.Build(shape.Params{Objects: 80_000, Seed: 1}) // enough for workers to be recruited
	require.NoError(t, err)
	crews := []int{1, 2, 8}
	if testing.Short() {
		crews = []int{1, 4}
	}
	for _, workers := range crews {
		for _, grain := range []int{1, 64} {
			for i, idle := range []tune.IdlePolicy{tune.IdlePark, tune.IdleYield, tune.IdlePark} {
				tuning := tune.Tuning{Idle: idle}
				if i == 2 {
					if grain == 1 {
						continue
					}
					tuning.Marking = tune.MarkingOwner
				}
				t.Run(fmt.Sprintf("workers=%d/grain=%d/idle=%v/marking=%v", workers, grain, idle, tuning.Marking), func(t *testing.T) {
					m := newMarker(t, mark.Options{Workers: workers, Grain: grain, Capacity: 64, OverflowBlocks: 8, Tuning: tuning})
					h := small
					if grain > 1 {
						h = large
					}
					require.Zero(t, leastMallocs(t, m, h), "heap objects allocated in the best of the series of marks")
					if workers > 1 {
						r, err := m.MarkHeap(context.Background(), h)
						require.NoError(t, err)
						require.Positive(t, r.Stats.Sum().Deque.Pushes, "nothing was shared, so nothing was shown")
					}
				})
			}
		}
	}
}

// leastMallocs returns the smallest number of allocations over a series of five
// marks and extensions, of several series. The runtime itself allocates now and then: the
// record of a goroutine that waits on a channel is taken from a processor's
// cache and returned to another's, until every cache has enough.
func leastMallocs(t *testing.T, m *mark.Marker, h *heap.Heap) uint64 {
	least := ^uint64(0)
	for series := 0; series < 100 && least > 0; series++ {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 5 {
			if _, err := m.MarkHeap(context.Background(), h); err != nil {
				t.Fatal(err)
			}
			if _, err := m.ExtendHeap(context.Background(), h, nil); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	return least
}

// An unchecked arena gives a wrong count or an error, never a crash.
func TestDamagedArena(t *testing.T) { requireSafe(t, 3) } // every kind of byte gets its turn

// The same for each byte.
func TestSlowDamagedArena(t *testing.T) {
	tagged.Slow(t)
	requireSafe(t, 1)
}

// requireSafe damages one byte in so many.
func requireSafe(t *testing.T, step int) {
	h := randomHeap(t, 80, 5, 3, 7)
	m := newMarker(t, mark.Options{Workers: 3, Grain: 1, Tuning: tune.Tuning{Idle: tune.IdleYield}})
	arena := h.Arena()
	failed := 0
	if raced || testing.Short() {
		step = 7
	}
	for at := 0; at < len(arena); at += step {
		old := arena[at]
		for _, bit := range []byte{1, 0x10, 0x80} {
			arena[at] = old ^ bit
			if _, err := m.MarkHeap(context.Background(), h); err != nil {
				require.NotContains(t, err.Error(), "conservation")
				failed++
			}
		}
		arena[at] = old
	}
	require.Positive(t, failed)
	requireOracle(t, m, h)
}

// Idle time is split into two accounts that add up, and busy plus idle is the
// mark time of every worker.
func TestTimesAddUp(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 3})
	s := requireOracle(t, m, randomHeap(t, 50_000, 4, 1, 3)).Stats
	sum := s.Sum()
	require.Equal(t, sum.Idle, s.Starved+s.Hoarded)
	require.LessOrEqual(t, sum.Busy+sum.Idle, 3*s.Duration)
	require.GreaterOrEqual(t, s.Duration, s.Termination)
	require.Positive(t, s.MarkerBytes)
}
