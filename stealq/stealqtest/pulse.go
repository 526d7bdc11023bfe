package stealqtest

import (
	"sync/atomic"
	"time"
)

// pulse tells calls that take long from calls that never return: it changes with each
// call.
type pulse struct {
	calls uint64
	now   atomic.Uint64 // the number of the present call, its deque and what it is

	seen  uint64 // by the watch: now, and at how many looks it was the same
	still int
}

// begins notes that a call begins.
func (p *pulse) begins(what doing, number int) {
	p.calls++
	p.now.Store(p.calls<<16 | uint64(number)<<8 | uint64(what))
}

// rest says that no call goes on.
func (p *pulse) rest() { p.now.Store(uint64(nothing)) }

// call is the call that began last.
func (p *pulse) call() doing { return doing(p.now.Load() & 0xff) }

// last is this call in words. The caller has a word for none, and the names of deques.
func (p *pulse) last(none string, name func(deque int) string) string {
	switch now := p.now.Load(); doing(now & 0xff) {
	case nothing:
		return none
	case making:
		return names[making]
	default:
		return names[now&0xff] + " of " + name(int(now>>8&0xff))
	}
}

// look returns at how many looks in a row the pulse was the same: each call renews the patience,
// however slow the machine is.
func (p *pulse) look() int {
	if now := p.now.Load(); now != p.seen {
		p.seen, p.still = now, 0
	} else {
		p.still++
	}
	return p.still
}

// beats waits until done is closed, and returns true. It returns false if no call has begun between
// so many ticks as looks says.
func (p *pulse) beats(done <-chan struct{}, ticks <-chan time.Time) bool {
	for p.look(); ; {
		select {
		case <-done:
			return true
		case <-ticks:
		}
		if p.look() >= looks {
			return false
		}
	}
}
