package sim

import (
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// clock is the queue of events. It has one event for each worker: the time of the
// worker's next one.
//
// It is a tournament (Knuth, The Art of Computer Programming, volume 3, section
// 5.4.1). Each inner node holds the lesser of its two children. So the root is the
// next event. A change costs one comparison for each level. For 1,024 workers the
// tree fits in a first-level cache.
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
// What holds:
//
//	(1) tree[k] = min(tree[2k], tree[2k+1]) for every inner node k.
type clock struct {
	tree   []uint64
	leaves int
}

const (
	workerBits = 10
	_          = uint(1<<workerBits - mark.MaxWorkers) // fails to compile if they do not fit

	// never is the time of a worker's next event if other workers decide when it
	// comes. It is the largest time that fits, 208 days.
	never = time.Duration(math.MaxUint64 >> workerBits)
)

// newClock returns the clock of n workers. It has no events.
func newClock(n int) *clock {
	leaves := 1 << bits.Len(uint(n-1))
	return &clock{slices.Repeat([]uint64{math.MaxUint64}, 2*leaves), leaves}
}

// set changes the time of worker's next event.
func (c *clock) set(worker int, at time.Duration) {
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

// next returns the next event.
func (c *clock) next() (worker int, at time.Duration) {
	return int(c.tree[1] & (1<<workerBits - 1)), time.Duration(c.tree[1] >> workerBits)
}
