package mark

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every length around the chunk size, claimed by one worker: no reference is
// skipped and none handed out twice.
func TestRangesHandOutEachChunkOnce(t *testing.T) {
	var r ranges
	for _, length := range []uint32{0, 1, 511, 512, 513, 1023, 1024, 1025, 5000} {
		r.reset()
		r.openRoots(length)
		next := uint32(0)
		for {
			c, ok := r.claim(7)
			if !ok {
				break
			}
			require.Equal(t, next, c.low)
			require.LessOrEqual(t, c.high-c.low, uint32(chunkRefs))
			require.Less(t, c.low, c.high)
			next = c.high
		}
		require.Equal(t, length, next)
		require.Zero(t, r.open.Load())
	}
}

// Several workers open and claim ranges over and over, so that cursors are
// reused while others look at them: each chunk of each object exactly once.
func TestRangesReused(t *testing.T) {
	const workers, objects = 4, 3000
	var r ranges
	r.reset()
	claimed := make([]counter, objects+1) // references claimed of each object
	var refused counter
	var group sync.WaitGroup
	for w := range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			claim := func() bool {
				c, ok := r.claim(w * 16)
				if ok {
					claimed[c.object].Add(int64(c.high - c.low))
				}
				return ok
			}
			for object := uint32(w + 1); object <= objects; object += workers {
				for !r.offer(object, 500+object) {
					refused.Add(1)
					claim()
				}
				if object%3 == 0 {
					claim()
				}
			}
			for claim() {
			}
		}()
	}
	group.Wait()
	for _, ok := r.claim(0); ok; _, ok = r.claim(0) {
		t.Fatal("a range was left although every worker saw none open")
	}
	for object := uint32(1); object <= objects; object++ {
		require.Equal(t, int64(500+object), claimed[object].Load(), "references claimed of object %d", object)
	}
	require.Positive(t, refused.Load(), "the table of cursors was never full")
}

// A stale claim on a cursor that has been opened again must lose.
func TestRangesGeneration(t *testing.T) {
	var r ranges
	r.reset()
	r.openRoots(3 * chunkRefs)
	c := &r.cursors[rootCursor]
	stale := c.next.Load()
	for range 3 {
		_, ok := r.claim(0)
		require.True(t, ok)
	}
	r.publish(c, c.next.Load(), 9, 3*chunkRefs)
	require.Equal(t, stale&chunkMask, c.next.Load()&chunkMask, "the chunk number is the same again")
	require.False(t, c.next.CompareAndSwap(stale, stale+1), "a claim from the earlier range succeeded")
}
