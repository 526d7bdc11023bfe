package overflow_test

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

// Stress: several goroutines, more than the machine may have processors. They
// fail only in schedules that happen; the step machine covers those that do not.

const stressWorkers = 8

// patience is how often in a row a worker may find nothing before it gives up,
// so that lost work fails a test and does not hang it.
const patience = 1_000_000

func rounds(quick, full int) int {
	if testing.Short() {
		return quick
	}
	return full
}

func together(work func(id int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for id := range stressWorkers {
		wg.Go(func() {
			<-start
			work(id)
		})
	}
	close(start)
	wg.Wait()
}

// TestPoolOneOwner: a block has one owner at a time, and each owner's plain
// writes reach the next (the race detector checks that).
func TestPoolOneOwner(t *testing.T) {
	const blocks, grain = 4, 2
	each := rounds(2_000, 10_000)
	p := overflow.NewPool(blocks, grain)
	var owners [blocks + 1]atomic.Int32
	var last [blocks + 1]int // plain: belongs to the block's owner
	var lost, dry, bad, moved atomic.Int64
	together(func(id int) {
		for i := range each {
			b, ok, l := overflow.GetSlowly(p, runtime.Gosched)
			lost.Add(int64(l))
			if !ok {
				dry.Add(1)
				runtime.Gosched()
				continue
			}
			if owners[b].Add(1) != 1 || len(p.Refs(b)) != 0 {
				bad.Add(1)
			}
			if last[b] != 0 && last[b] != id+1 {
				moved.Add(1)
			}
			last[b] = id + 1
			p.Fill(b, []uint32{uint32(id), uint32(i)})
			for range 1 + (i+id)%4 {
				runtime.Gosched()
			}
			if r := p.Refs(b); r[0] != uint32(id) || r[1] != uint32(i) {
				bad.Add(1)
			}
			owners[b].Add(-1)
			p.Put(b)
		}
	})
	require.Zero(t, bad.Load())
	require.Equal(t, blocks, p.Free())
	require.Positive(t, lost.Load(), "no compare-and-swap lost: no contention")
	require.Positive(t, dry.Load(), "never exhausted")
	require.Positive(t, moved.Load(), "no block changed hands")
}

// TestPoolAtFullSpeed gets and puts without a pause, so that production's own
// loop meets itself on other processors.
func TestPoolAtFullSpeed(t *testing.T) {
	const blocks = 3
	var got, bad atomic.Int64
	for range rounds(3, 10) {
		p := overflow.NewPool(blocks, 1)
		var owners [blocks + 1]atomic.Int32
		together(func(int) {
			mine := 0
			for range 40_000 {
				b, ok := p.Get()
				if !ok {
					continue
				}
				mine++
				if owners[b].Add(1) != 1 {
					bad.Add(1)
				}
				owners[b].Add(-1)
				p.Put(b)
			}
			got.Add(int64(mine))
		})
		require.Equal(t, blocks, p.Free())
	}
	require.Zero(t, bad.Load(), "a block had two owners")
	require.Positive(t, got.Load())
}

// TestListExactlyOnce publishes numbered references through small pools and
// counts how often each is taken.
func TestListExactlyOnce(t *testing.T) {
	for _, c := range []struct{ blocks, grain int }{{1, 1}, {2, 2}, {3, 64}, {16, 1}} {
		each := uint32(rounds(1_000, 4_000))
		p := overflow.NewPool(c.blocks, c.grain)
		l := overflow.NewList(p)
		seen := make([]atomic.Int32, stressWorkers*each)
		var taken, short, foreign atomic.Int64
		together(func(id int) {
			next, end := uint32(id)*each, uint32(id+1)*each
			out, in := make([]uint32, 0, 100), make([]uint32, c.grain)
			for idle := 0; taken.Load() < int64(len(seen)) && idle < patience; idle++ {
				for ; next < end && len(out) < 1+int(next)%cap(out); next++ {
					out = append(out, next)
				}
				stored := l.Publish(out)
				if stored < len(out) {
					short.Add(1)
				}
				out = append(out[:0], out[stored:]...)
				runtime.Gosched()
				n := l.Take(in)
				if n > 0 {
					idle = 0
				}
				for _, r := range in[:n] {
					seen[r].Add(1)
					if int(r/each) != id {
						foreign.Add(1)
					}
				}
				taken.Add(int64(n))
			}
		})
		for r := range seen {
			require.Equal(t, int32(1), seen[r].Load(), "reference %d", r)
		}
		require.True(t, l.Empty())
		require.Equal(t, c.blocks, p.Free())
		require.Positive(t, short.Load(), "never exhausted")
		require.Positive(t, foreign.Load(), "nobody took what another published")
	}
}

// TestPendingExactlyOnce: each reference is added by its first owner, and then again by
// the goroutine that took it, a fixed number of times. Every Add must be new, and every
// Add must be followed by one Take.
func TestPendingExactlyOnce(t *testing.T) {
	for _, n := range []uint64{100, 2000, chunk + 17, 3*chunk + 1} {
		again := int32(3 + uint64(rounds(1_500, 50_000))/n)
		s := overflow.NewPending(n)
		counts := make([]atomic.Int32, n)
		takers := make([]atomic.Uint32, overflow.Chunks(s)) // a bit for each worker
		var total, foreign, bad atomic.Int64
		want := int64(n) * int64(again)
		together(func(id int) {
			next, buf := uint64(id), make([]uint32, 64+id)
			for idle := 0; total.Load() < want && idle < patience; idle++ {
				for i := 0; i < 50 && next < n; i++ {
					if !s.Add(uint32(next)) {
						bad.Add(1)
					}
					next += stressWorkers
				}
				runtime.Gosched()
				got := s.Take(buf, id)
				if got > 0 {
					idle = 0
				}
				for _, r := range buf[:got] {
					takers[r/chunk].Or(1 << id)
					if r%stressWorkers != uint32(id) {
						foreign.Add(1)
					}
					if counts[r].Add(1) < again && !s.Add(r) {
						bad.Add(1)
					}
				}
				total.Add(int64(got))
			}
		})
		for r := range counts {
			require.Equal(t, again, counts[r].Load(), "reference %d", r)
		}
		require.Zero(t, bad.Load(), "an Add of an absent reference said it was there")
		require.Equal(t, want, total.Load())
		require.Zero(t, s.Take(make([]uint32, 64), 0))
		require.True(t, s.Empty(), "nothing is left, and the pass above cleared stale flags")
		require.Positive(t, foreign.Load(), "nobody took what another added")
		shared := 0
		for c := range takers {
			if m := takers[c].Load(); m&(m-1) != 0 {
				shared++
			}
		}
		require.Positive(t, shared, "no chunk was swept by two workers")
	}
}

// TestPendingHotWord adds to and takes from two words, mostly without a pause. Each
// reference that an Add put in must come out once, by a Take or at the end.
func TestPendingHotWord(t *testing.T) {
	const n = 128
	var foreign, held int64
	for range rounds(3, 5) {
		s := overflow.NewPending(n)
		var added, taken [stressWorkers][n]int // a row for each worker
		together(func(id int) {
			buf := make([]uint32, 64)
			for i := range 30_000 {
				for r := id; r < n; r += stressWorkers * (1 + i%5) {
					if s.Add(uint32(r)) {
						added[id][r]++
					}
				}
				if i%64 == id {
					runtime.Gosched() // so that one processor is enough to meet
				}
				for _, r := range buf[:s.Take(buf, id)] {
					taken[id][r]++
				}
			}
		})
		rest, _ := drain(t, s, 64, 0)
		for r := range n {
			balance := 0
			for id := range stressWorkers {
				balance += added[id][r] - taken[id][r]
				if r%stressWorkers != id {
					foreign += int64(taken[id][r])
				}
			}
			if slices.Contains(rest, uint32(r)) {
				held++
				balance--
			}
			require.Zero(t, balance, "reference %d: added more often than taken, or less", r)
		}
	}
	require.Positive(t, foreign, "nobody took what another added")
	t.Logf("%d taken by others, %d left at the end", foreign, held)
}

// TestPendingEmptyAtRest runs in short phases; between them no goroutine is inside, and
// then an empty summary must mean that all that was added was taken.
func TestPendingEmptyAtRest(t *testing.T) {
	const n = chunk + 500
	s := overflow.NewPending(n)
	var added, taken atomic.Int64
	var emptied, kept int
	for phase := range rounds(300, 3_000) {
		together(func(id int) {
			buf := make([]uint32, 64)
			for i := range 1 + phase%5 {
				// Near the chunk border, so that workers collide.
				ref := uint32(chunk - 40 + (id*31+i*7+phase)%80)
				if (id+phase)%3 != 0 && s.Add(ref) {
					added.Add(1)
				}
				if (id+phase)%2 == 0 {
					taken.Add(int64(s.Take(buf, i)))
				}
			}
		})
		require.Equal(t, -1, overflow.CheckPending(s))
		if s.Empty() {
			emptied++
			require.Equal(t, added.Load(), taken.Load(), "phase %d", phase)
		} else {
			kept++
		}
	}
	require.Positive(t, emptied)
	require.Positive(t, kept)
}
