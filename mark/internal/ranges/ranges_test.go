package ranges

import (
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Every length around the chunk size, claimed by one worker and by another that
// steals all it gets: no reference is skipped and none handed out twice.
func TestRangesHandOutEachChunkOnce(t *testing.T) {
	for _, length := range []uint32{0, 1, 511, 512, 513, 1023, 1024, 1025, 5000, 100_000} {
		for _, id := range []int{0, 1, 2} {
			r := New(3)
			for range 2 { // the second time after a reset of an open range
				r.OpenRoots(100 * policy.ChunkRefs)
				r.Claim(1)
				r.Reset()
				r.OpenRoots(length)
				claimed := make([]int, length)
				for {
					c, _, _, ok := r.Claim(id)
					if !ok {
						break
					}
					require.True(t, c.Roots)
					require.LessOrEqual(t, c.High-c.Low, uint32(policy.ChunkRefs))
					for i := c.Low; i < c.High; i++ {
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
		r := New(workers)
		require.True(t, r.Offer(0, 9, chunks*policy.ChunkRefs))
		seen := map[uint32]bool{}
		for range chunks {
			require.Positive(t, r.open.Load())
			c, _, _, ok := r.Claim(order % workers)
			order /= workers
			require.True(t, ok)
			require.False(t, c.Roots || seen[c.Low] || c.Object != 9 || c.High != c.Low+policy.ChunkRefs)
			seen[c.Low] = true
		}
		require.Len(t, seen, chunks)
		require.Zero(t, r.open.Load())
	}
}

// The largest range of all: the last chunk of an object with 2^32-1 references.
func TestRangesLargest(t *testing.T) {
	r := New(2)
	require.True(t, r.Offer(0, 5, 1<<32-1))
	c, _, _, ok := r.Claim(0)
	require.True(t, ok)
	require.Equal(t, Chunk{Object: 5, Low: 0, High: policy.ChunkRefs}, c)
	c, _, shared, ok := r.Claim(1)
	require.True(t, ok)
	require.Positive(t, shared)
	for low := c.High; shared > 0; shared, low = shared-1, c.High {
		if c, _, _, ok = r.Claim(1); !ok || c.Low != low {
			t.Fatalf("claimed %+v %v, want references from %d on", c, ok, low)
		}
	}
	require.Equal(t, uint32(1<<32-1), c.High)
}

// A worker whose table is full is told so, and has room again when ranges at
// the table's end are exhausted, also if thieves exhausted them.
func TestRangesFull(t *testing.T) {
	r := New(2)
	for object := range uint32(policy.RangeSlots) {
		require.True(t, r.Offer(0, object, 1))
	}
	require.False(t, r.Offer(0, 99, 1))
	require.True(t, r.Offer(1, 99, 1), "the other worker's table is its own")
	c, _, _, ok := r.Claim(0)
	require.True(t, ok)
	require.Equal(t, uint32(policy.RangeSlots-1), c.Object, "the owner works at the latest")
	require.True(t, r.Offer(0, 100, 1))
	for i := range uint32(3) {
		c, _, _, ok = r.Claim(1)
		require.True(t, ok)
		require.Equal(t, []uint32{99, 0, 1}[i], c.Object, "a thief takes the oldest")
	}
	require.Equal(t, int64(policy.RangeSlots-2), r.open.Load())
	require.False(t, r.Offer(0, 101, 1), "what thieves exhausted lies below what is open")
	for range policy.RangeSlots - 2 {
		_, _, _, ok = r.Claim(1)
		require.True(t, ok)
	}
	require.Zero(t, r.open.Load())
	require.True(t, r.Offer(0, 101, 1))
}

// The owner's next range takes the place of all at the table's end that thieves have
// exhausted, not of one.
func TestExhaustedRangesMakeRoom(t *testing.T) {
	for opened := range policy.RangeSlots + 1 {
		for stolen := range opened + 1 {
			r := New(2)
			for object := range uint32(opened) {
				require.True(t, r.Offer(0, object, 1))
			}
			for range stolen {
				_, _, _, ok := r.Claim(1)
				require.True(t, ok)
			}
			used := opened // thieves take the oldest
			if stolen == opened {
				used = 0
			}
			require.Equal(t, used < policy.RangeSlots, r.Offer(0, 99, 1))
			require.Equal(t, min(used+1, policy.RangeSlots), r.own[0].used, "%d opened, %d of them stolen", opened, stolen)
		}
	}
}

// Several workers open and claim ranges over and over, so that slots are
// reused while others look at them: each chunk of each object exactly once.
func TestRangesReused(t *testing.T) {
	var sum stealq.Counters
	for began := time.Now(); sum.Took < 100; {
		require.Less(t, time.Since(began), 20*time.Second, "too little was stolen: %+v", sum)
		c := reuseRanges(t, New(4))
		sum.Add(&c)
	}
	t.Logf("%+v", sum)
}

func reuseRanges(t *testing.T, r *Ranges) stealq.Counters {
	t.Helper()
	const objects = 3000
	claimed := make([]counter, objects+1) // references claimed of each object
	var refused counter
	var group sync.WaitGroup
	for w := range r.own {
		group.Go(func() {
			claim := func() bool {
				c, _, _, ok := r.Claim(w)
				if ok {
					claimed[c.Object].Add(int64(c.High - c.Low))
				}
				return ok
			}
			for object := uint32(w + 1); object <= objects; object += uint32(len(r.own)) {
				for !r.Offer(w, object, 500+20*object) {
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
func requireChunksConserved(t *testing.T, r *Ranges) (sum stealq.Counters) {
	t.Helper()
	sum = r.own[0].counters
	for i := range r.own[1:] {
		sum.Add(&r.own[i+1].counters)
	}
	require.Equal(t, sum.Pushes, sum.Pops+sum.ItemsStolen)
	require.Equal(t, sum.Steals, sum.Took+sum.Empty+sum.Lost)
	return sum
}

// Words that several workers write lie on lines that nothing else shares.
func TestLayout(t *testing.T) {
	const line = 64
	var r Ranges
	require.GreaterOrEqual(t, unsafe.Offsetof(r.open), uintptr(line))
	require.GreaterOrEqual(t, unsafe.Offsetof(r.own)-unsafe.Offsetof(r.open), uintptr(line))
}

// The count of open ranges, which several workers write, lies on a line that nothing else shares.
func TestRangesLayout(t *testing.T) {
	const line = 64
	var r Ranges
	require.GreaterOrEqual(t, unsafe.Offsetof(r.open), uintptr(line))
	require.GreaterOrEqual(t, unsafe.Offsetof(r.own)-unsafe.Offsetof(r.open), uintptr(line))
}
