package mark

import (
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Every length around the chunk size, claimed by one worker and by another that
// steals all it gets: no reference is skipped and none handed out twice.
func TestRangesHandOutEachChunkOnce(t *testing.T) {
	for _, length := range []uint32{0, 1, 511, 512, 513, 1023, 1024, 1025, 5000, 100_000} {
		for _, id := range []int{0, 1, 2} {
			r := newRanges(3)
			for range 2 { // the second time after a reset of an open range
				r.openRoots(100 * chunkRefs)
				r.claim(1)
				r.reset()
				r.openRoots(length)
				claimed := make([]int, length)
				for {
					c, _, ok := r.claim(id)
					if !ok {
						break
					}
					require.True(t, c.roots)
					require.LessOrEqual(t, c.high-c.low, uint32(chunkRefs))
					for i := c.low; i < c.high; i++ {
						claimed[i]++
					}
				}
				for i, times := range claimed {
					if times != 1 {
						t.Fatalf("reference %d of %d was handed out %d times", i, length, times)
					}
				}
				require.Zero(t, r.open.Load())
			}
		}
	}
}

// Workers take turns in every order: each chunk once, and as long as one is left
// the ranges say so.
func TestRangesEveryOrder(t *testing.T) {
	const workers, chunks = 3, 7
	for order := range 3 * 3 * 3 * 3 * 3 * 3 * 3 {
		r := newRanges(workers)
		require.True(t, r.offer(0, 9, chunks*chunkRefs))
		seen := map[uint32]bool{}
		for range chunks {
			require.Positive(t, r.open.Load())
			c, _, ok := r.claim(order % workers)
			order /= workers
			require.True(t, ok)
			require.False(t, c.roots || seen[c.low] || c.object != 9 || c.high != c.low+chunkRefs)
			seen[c.low] = true
		}
		require.Len(t, seen, chunks)
		require.Zero(t, r.open.Load())
	}
}

// The largest range of all: the last chunk of an object with 2^32-1 references.
func TestRangesLargest(t *testing.T) {
	r := newRanges(2)
	require.True(t, r.offer(0, 5, 1<<32-1))
	c, _, ok := r.claim(0)
	require.True(t, ok)
	require.Equal(t, chunk{object: 5, low: 0, high: chunkRefs}, c)
	c, shared, ok := r.claim(1)
	require.True(t, ok)
	require.Positive(t, shared)
	for low := c.high; shared > 0; shared, low = shared-1, c.high {
		if c, _, ok = r.claim(1); !ok || c.low != low {
			t.Fatalf("claimed %+v %v, want references from %d on", c, ok, low)
		}
	}
	require.Equal(t, uint32(1<<32-1), c.high)
}

// A worker whose table is full is told so, and has room again when ranges at
// the table's end are exhausted, also if thieves exhausted them.
func TestRangesFull(t *testing.T) {
	r := newRanges(2)
	for object := range uint32(rangeSlots) {
		require.True(t, r.offer(0, object, 1))
	}
	require.False(t, r.offer(0, 99, 1))
	require.True(t, r.offer(1, 99, 1), "the other worker's table is its own")
	c, _, ok := r.claim(0)
	require.True(t, ok)
	require.Equal(t, uint32(rangeSlots-1), c.object, "the owner works at the latest")
	require.True(t, r.offer(0, 100, 1))
	for i := range uint32(3) {
		c, _, ok = r.claim(1)
		require.True(t, ok)
		require.Equal(t, []uint32{99, 0, 1}[i], c.object, "a thief takes the oldest")
	}
	require.Equal(t, int64(rangeSlots-2), r.open.Load())
	require.False(t, r.offer(0, 101, 1), "what thieves exhausted lies below what is open")
	for range rangeSlots - 2 {
		_, _, ok = r.claim(1)
		require.True(t, ok)
	}
	require.Zero(t, r.open.Load())
	require.True(t, r.offer(0, 101, 1))
}

// The owner's next range takes the place of all at the table's end that thieves have
// exhausted, not of one.
func TestExhaustedRangesMakeRoom(t *testing.T) {
	for opened := range rangeSlots + 1 {
		for stolen := range opened + 1 {
			r := newRanges(2)
			for object := range uint32(opened) {
				require.True(t, r.offer(0, object, 1))
			}
			for range stolen {
				_, _, ok := r.claim(1)
				require.True(t, ok)
			}
			used := opened // thieves take the oldest
			if stolen == opened {
				used = 0
			}
			require.Equal(t, used < rangeSlots, r.offer(0, 99, 1))
			require.Equal(t, min(used+1, rangeSlots), r.own[0].used, "%d opened, %d of them stolen", opened, stolen)
		}
	}
}

// Several workers open and claim ranges over and over, so that slots are
// reused while others look at them: each chunk of each object exactly once.
func TestRangesReused(t *testing.T) {
	var sum stealq.Counters
	for began := time.Now(); sum.Took < 100; {
		require.Less(t, time.Since(began), 20*time.Second, "too little was stolen: %+v", sum)
		c := reuseRanges(t, newRanges(4))
		sum.Add(&c)
	}
	t.Logf("%+v", sum)
}

func reuseRanges(t *testing.T, r *ranges) stealq.Counters {
	t.Helper()
	const objects = 3000
	claimed := make([]counter, objects+1) // references claimed of each object
	var refused counter
	var group sync.WaitGroup
	for w := range r.own {
		group.Go(func() {
			claim := func() bool {
				c, _, ok := r.claim(w)
				if ok {
					claimed[c.object].Add(int64(c.high - c.low))
				}
				return ok
			}
			for object := uint32(w + 1); object <= objects; object += uint32(len(r.own)) {
				for !r.offer(w, object, 500+20*object) {
					refused.Add(1)
					claim()
				}
				if object%3 == 0 {
					claim()
				}
			}
			for claim() {
			}
		})
	}
	group.Wait()
	require.Zero(t, r.open.Load(), "a range was left although every worker saw none open")
	for object := uint32(1); object <= objects; object++ {
		require.Equal(t, int64(500+20*object), claimed[object].Load(), "references claimed of object %d", object)
	}
	require.Positive(t, refused.Load(), "no table of slots was ever full")
	return requireChunksConserved(t, r)
}

// requireChunksConserved: the chunks that were opened are those taken and stolen.
func requireChunksConserved(t *testing.T, r *ranges) (sum stealq.Counters) {
	t.Helper()
	sum = r.own[0].counters
	for i := range r.own[1:] {
		sum.Add(&r.own[i+1].counters)
	}
	require.Equal(t, sum.Pushes, sum.Pops+sum.ItemsStolen)
	require.Equal(t, sum.Steals, sum.Took+sum.Empty+sum.Lost)
	return sum
}

// Of a huge object the second worker steals chunks, many at a time, and both take
// nearly all of theirs without a compare-and-swap.
func TestRangesAreStolen(t *testing.T) {
	m, err := New(Options{Workers: 2, Tuning: tune.Tuning{Idle: tune.IdleYield}})
	require.NoError(t, err)
	defer m.Close()
	const hub = 1_000_000
	const chunks = (hub-1)/chunkRefs + 1 + 1 // and the roots
	g := adjacentHub(t, hub)
	for began := time.Now(); ; {
		_, err = m.MarkGraph(t.Context(), g, []uint32{0})
		require.NoError(t, err)
		require.Equal(t, uint64(chunks), m.result.Stats.Sum().ChunksTaken)
		sum := requireChunksConserved(t, m.ranges)
		require.Equal(t, uint64(chunks), sum.Pops+sum.Took)
		// Of each range that is opened, one for each power of two.
		require.LessOrEqual(t, sum.CAS-sum.CASFailed-sum.Took, 12*(2+sum.Took))
		if sum.Took > 0 && sum.ItemsStolen > 10*sum.Took {
			return
		}
		require.Less(t, time.Since(began), 20*time.Second, "nothing worth it was ever stolen: %+v", sum)
	}
}

// adjacentHub is a graph of one node that leads to n others, in arrays.
func adjacentHub(t *testing.T, n int) *Adjacency {
	t.Helper()
	offsets := make([]uint64, n+2)
	targets := make([]uint32, n)
	for i := range targets {
		targets[i] = uint32(i + 1)
		offsets[i+1] = uint64(n)
	}
	offsets[n+1] = uint64(n)
	g, err := NewAdjacency(offsets, targets)
	require.NoError(t, err)
	return g
}

// The count of open ranges, which several workers write, lies on a line that nothing else shares.
func TestRangesLayout(t *testing.T) {
	const line = 64
	var r ranges
	require.GreaterOrEqual(t, unsafe.Offsetof(r.open), uintptr(line))
	require.GreaterOrEqual(t, unsafe.Offsetof(r.own)-unsafe.Offsetof(r.open), uintptr(line))
}
