package virtual

import (
	"math/rand/v2"
	"time"
)

// This file is for tests: workers are held up at random.

// disturbance holds workers up at random, as an operating system does that takes the processor away.
type disturbance struct {
	random *rand.PCG
	each   uint64 // one point in so many, on average
	most   time.Duration
}

// Disturb holds workers up: at one point in each, for up to most. 0 is none. The same seed does it in the same way.
func (m *Machine) Disturb(seed, each uint64, most time.Duration) {
	m.disturb = &disturbance{rand.NewPCG(seed, 1), each, most}
}

// next is for how long a worker is held up now.
func (d *disturbance) next() time.Duration {
	if d == nil || d.each == 0 || d.most == 0 || d.random.Uint64()%d.each != 0 {
		return 0
	}
	return time.Duration(d.random.Uint64() % uint64(d.most))
}

// Preempts lets Preempt hold workers up, as Disturb does at points. 0 is none.
func (m *Machine) Preempts(seed, each uint64, most time.Duration) {
	m.preempts = &disturbance{rand.NewPCG(seed, 2), each, most}
}

// Preempt is called before an atomic operation, by a test that makes the types of the schedule explorer do so. Now and then it
// takes the processor away from the worker that runs, which may hold a lock.
func (m *Machine) Preempt() {
	if m.outside || m.preempts == nil || m.running == nil {
		return
	}
	if d := m.preempts.next(); d > 0 {
		m.Points++
		p := m.running
		p.at += d
		if m.clock.waits(p.id, p.at) {
			m.set(p.id, p.at)
			p.suspend()
		}
	}
}
