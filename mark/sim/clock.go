package sim

import (
	"math"
	"math/bits"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// clock is the queue of events: for each worker the time of its next one. It is
// a tournament (Knuth, The Art of Computer Programming, volume 3, section
// 5.4.1): each inner node holds the lesser of its children, so the root is the
// next event and a change costs one comparison a level, in memory that fits a
// first-level cache for 1,024 workers.
//
//	                [1]               tree[1] is the root
//	        [2]             [3]
//	    [4]     [5]     [6]     [7]   worker i is the leaf tree[leaves+i]
//
//	63 ................... 10  9 ..... 0
//	┌────────────────────────┬──────────┐
//	│          time          │  worker  │   so ties go to the lower number
//	└────────────────────────┴──────────┘
//
//	(1) tree[k] = min(tree[2k], tree[2k+1]) for every inner node k.
type clock struct {
	tree   []uint64
	leaves int
}

const (
	workerBits = 10
	_          = uint(1<<workerBits - mark.MaxWorkers) // fails to compile if they do not fit

	// never is when a worker has its next event if others decide. It is the
	// largest time that fits, 208 days.
	never = time.Duration(math.MaxUint64 >> workerBits)
)

// newClock returns the clock of n workers without events.
func newClock(n int) *clock {
	leaves := 1 << bits.Len(uint(n-1))
	c := &clock{make([]uint64, 2*leaves), leaves}
	for i := range c.tree {
		c.tree[i] = math.MaxUint64
	}
	return c
}

// set changes the time of worker's next event.
func (c *clock) set(worker int, at time.Duration) {
	k := c.leaves + worker
	c.tree[k] = uint64(at)<<workerBits | uint64(worker)
	for k /= 2; k > 0; k /= 2 {
		least := min(c.tree[2*k], c.tree[2*k+1])
		if c.tree[k] == least {
			return // and so are those above
		}
		c.tree[k] = least
	}
}

// next returns the next event.
func (c *clock) next() (worker int, at time.Duration) {
	return int(c.tree[1] & (1<<workerBits - 1)), time.Duration(c.tree[1] >> workerBits)
}
