package stealqtest

import (
	"runtime"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// tally follows the items 0, 1, 2, ... to their takers.
type tally struct {
	takers []atomic.Uint32 // the deque from which the item was popped last, plus one

	// written is what the pusher of each item wrote before its Push, plain memory: if
	// that did not happen before the Pop, the race detector reports it.
	written []uint64
}

func newTally(items int) *tally {
	return &tally{make([]atomic.Uint32, items), make([]uint64, items)}
}

// pushes pushes item for the first time.
func (c *tally) pushes(p *player, d *deque, item int) bool {
	c.written[item] = ^uint64(item)
	return p.push(d, uint64(item))
}

// fill pushes the items from first on, as many as the empty deque d holds.
func (c *tally) fill(p *player, d *deque, first int) {
	for i := range d.Cap() {
		if !c.pushes(p, d, first+i) {
			p.trial.fail("Push refused item %d, though d%d holds %d items of %d", first+i, d.number, i, d.Cap())
		}
	}
}

// take notes that item was popped from d.
func (c *tally) take(p *player, d *deque, item uint64) {
	if item >= uint64(len(c.takers)) {
		p.trial.fail("Pop of d%d returned item %d, which nobody pushed", d.number, item)
	}
	if before := c.takers[item].Swap(uint32(d.number) + 1); before != 0 {
		p.trial.fail("item %d was taken twice: it was popped from d%d and from d%d", item, before-1, d.number)
	}
	if c.written[item] != ^item {
		p.trial.fail("item %d came out of d%d without what was written before its Push", item, d.number)
	}
}

// allOnce demands that each item was taken.
func (c *tally) allOnce(t *trial) {
	for i := range c.takers {
		if c.takers[i].Load() == 0 {
			t.fail("item %d is lost: it was pushed, and all deques are empty", i)
		}
	}
}

// yieldAt gives way at every 64th step, without which goroutines that share one
// processor meet only every 10 ms.
func yieldAt(step int) {
	if step%64 == 0 {
		runtime.Gosched()
	}
}

// serve is an owner that waits for thieves: it gives way to them, and answers those
// that only it can serve.
func serve(t *trial, d *deque) {
	if t.kind.OnRequest {
		if item, ok := t.pop(d); ok {
			t.push(d, item)
		}
	}
	runtime.Gosched()
}

// total adds up what deques at rest have counted.
func total(ds []*deque) (c stealq.Counters) {
	for _, d := range ds {
		c.Add(&d.want)
	}
	return c
}

// maxRounds is how often a check begins anew while it has not seen what it is about.
const maxRounds = 500

// until runs rounds, least of them at least, until the counters of all of them together
// satisfy enough: they have shown what they are about. If they never do, something that
// the contract promises never happens.
func (t *trial) until(least int, promise string, enough func(sum stealq.Counters) bool, round func(i int) []*deque) {
	var sum stealq.Counters
	for i := 0; i < least || !enough(sum); i++ {
		if i == max(least, maxRounds) {
			t.fail("in %d rounds %s never happened: %d pushes and %d refused, %d pops, %d steals of which %d took, %d were empty and %d lost",
				i, promise, sum.Pushes, sum.Full, sum.Pops, sum.Steals, sum.Took, sum.Empty, sum.Lost)
		}
		c := total(round(i))
		sum.Add(&c)
	}
}
