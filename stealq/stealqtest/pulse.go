package stealqtest

import (
	"fmt"
	"sync/atomic"
	"time"
)

// pulse tells calls that take long from calls that never return: it changes with each
// call.
type pulse struct{ now atomic.Uint64 }

// enter notes that a call begins.
func (p *pulse) enter(what doing, number int) {
	p.now.Store((p.now.Load()>>16+1)<<16 | uint64(number)<<8 | uint64(what))
}

// last is the call that began last.
func (p *pulse) last() string {
	now := p.now.Load()
	if what := callOf(now); what == making {
		return names[what]
	} else if what != nothing {
		return fmt.Sprintf("%s of %c", names[what], 'A'+rune(now>>8&0xff))
	}
	return "no call of a deque"
}

// watched runs work. It returns false if no call has begun for as long as patience, and
// leaves work behind.
func (p *pulse) watched(patience time.Duration, work func()) (ended bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	tick := time.NewTicker(patience / looks)
	defer tick.Stop()
	return p.beats(done, tick.C)
}

// beats waits until done is closed, and returns true. It returns false if no call has begun between
// so many ticks as looks says: each call renews the patience, however slow the machine is.
func (p *pulse) beats(done <-chan struct{}, ticks <-chan time.Time) bool {
	seen := p.now.Load()
	for still := 0; still < looks; still++ {
		select {
		case <-done:
			return true
		case <-ticks:
		}
		if now := p.now.Load(); now != seen {
			seen, still = now, 0
		}
	}
	return false
}
