package virtual

import (
	"math"
	"math/bits"
	"slices"
	"time"
)

// Clock is the queue of events. It has one event for each worker: the time of the
// worker's next one.
//
// It is a tournament (Knuth, The Art of Computer Programming, volume 3, section
// 5.4.1). Each inner node holds the lesser of its two children. The root is the next
// event. A change costs one comparison for each level. For 1,024 workers the tree fits
// in a first-level cache.
//
//	                [1]               tree[1] is the root
//	        [2]             [3]
//	    [4]     [5]     [6]     [7]   worker i is the leaf tree[leaves+i]
//
//	63 ................... 10  9 ..... 0
//	┌────────────────────────┬──────────┐
//	│          time          │  worker  │   at the same time, the lower number is first
//	└────────────────────────┴──────────┘
//
// Invariants:
//
//	(1) tree[k] = min(tree[2k], tree[2k+1]) for every inner node k.
type Clock struct {
	tree   []uint64
	leaves int
}

const (
	workerBits = 10
	// MaxWorkers is the largest number of workers.
	MaxWorkers = 1 << workerBits

	// Never is the time of a worker's next event if other workers decide when it
	// comes. It is the largest time that fits, 208 days.
	Never = time.Duration(math.MaxUint64 >> workerBits)
)

// NewClock returns the clock of n workers, at most MaxWorkers. It has no events.
func NewClock(n int) *Clock {
	leaves := 1 << bits.Len(uint(n-1))
	return &Clock{slices.Repeat([]uint64{math.MaxUint64}, 2*leaves), leaves}
}

// Set changes the time of worker's next event.
func (c *Clock) Set(worker int, at time.Duration) {
	k := c.leaves + worker
	c.tree[k] = uint64(at)<<workerBits | uint64(worker)
	for k /= 2; k > 0; k /= 2 {
		least := min(c.tree[2*k], c.tree[2*k+1])
		if c.tree[k] == least {
			return // then the nodes above are right, too
		}
		c.tree[k] = least
	}
}

// Next returns the next event. At the same time the worker with the lower number comes first. Without events it is at Never.
func (c *Clock) Next() (worker int, at time.Duration) {
	return int(c.tree[1] & (1<<workerBits - 1)), time.Duration(c.tree[1] >> workerBits)
}

// At returns the time of worker's next event.
func (c *Clock) At(worker int) time.Duration {
	return time.Duration(c.tree[c.leaves+worker] >> workerBits)
}

// waits reports whether some event comes before that of worker at the time at.
func (c *Clock) waits(worker int, at time.Duration) bool {
	return c.tree[1] < uint64(at)<<workerBits|uint64(worker)
}
