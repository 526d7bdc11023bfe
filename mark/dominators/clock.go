package dominators

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// looks is how many nodes go by between two looks at the clock and at the context. It is a power of two.
const looks = 1 << 14

// clock tells the caller how far a pass over the nodes has come, and the pass when it has to stop.
type clock struct {
	stopped     func() error
	tell        func(mark.Progress) // nil if it is told to nobody
	begin, last time.Time
}

func newClock(stopped func() error, tell func(mark.Progress)) *clock {
	return &clock{stopped, tell, time.Now(), time.Now()}
}

// tick is called at each node. done is how many the pass has done.
func (c *clock) tick(done int) error {
	if done%looks != 0 {
		return nil
	}
	if err := c.stopped(); err != nil {
		return err
	}
	if now := time.Now(); c.tell != nil && now.Sub(c.last) >= time.Second/10 {
		c.last = now
		c.tell(mark.Progress{Scanned: uint64(done), Elapsed: now.Sub(c.begin)})
	}
	return nil
}
