package crew

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// This file is what a crew asks of the machine on which its members run: real processors, or a machine of virtual time.

// Now is the time.
func (c *Crew) Now() time.Time {
	if c.machine != nil {
		return c.machine.Now()
	}
	return now()
}

// Tick is about how often a worker that scans may read the time. To read it on a virtual machine costs nothing.
func (c *Crew) Tick() time.Duration {
	if c.machine != nil {
		return 0
	}
	return 8 * time.Microsecond
}

// spins reports whether a member on a virtual machine spins while another one is active.
func (m *Member) spins() bool {
	if m.crew.machine == nil || m.crew.idle != tune.IdleSpin {
		return false
	}
	_, quiet := m.crew.Quiet()
	return !quiet
}

// Processors is how many there are. A virtual machine has one for each member.
func (c *Crew) Processors() int {
	if c.machine != nil {
		return len(c.tokens)
	}
	return processors()
}

// Start starts the goroutine of a member, which calls Ended when it is over.
func (c *Crew) Start(id int, live func()) {
	c.ended.Add(1)
	c.Restart(id, live)
}

// Restart starts another goroutine in place of one that was ended before it called Ended.
func (c *Crew) Restart(id int, live func()) {
	if c.machine != nil {
		c.machine.Spawn(id, live)
		return
	}
	spawn(live)
}

// Ended is described at Start.
func (c *Crew) Ended() { c.ended.Done() }

// AwaitEnds waits until the goroutines of all members have ended. Only worker 0 may call it.
func (c *Crew) AwaitEnds() {
	if c.machine != nil {
		c.machine.Join()
		return
	}
	c.ended.Wait()
}
