package dominators

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// looks is how many nodes go by between two looks at the clock and at the context. It is a power of two.
const looks = 1 << 14

// clock tells the caller how far a pass over the nodes has come, and the pass when it has to stop.
type clock struct {
	ctx         context.Context
	tell        func(mark.Progress) // nil if nobody asks
	begin, last time.Time
}

func newClock(ctx context.Context, tell func(mark.Progress)) *clock {
	return &clock{ctx, tell, time.Now(), time.Now()}
}

// tick is called at each node. done is how many the pass has done.
func (c *clock) tick(done int) error {
	if done%looks != 0 {
		return nil
	}
	if c.ctx.Err() != nil {
		return fmt.Errorf("dominators: %w", context.Cause(c.ctx))
	}
	if now := time.Now(); c.tell != nil && now.Sub(c.last) >= time.Second/10 {
		c.last = now
		c.tell(mark.Progress{Scanned: uint64(done), Elapsed: now.Sub(c.begin)})
	}
	return nil
}
