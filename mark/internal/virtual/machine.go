// Package virtual is a machine whose time is counted and whose processors are imagined. The marker runs on it as it is: with
// its own stacks, deques and detector, and not a copy of them.
//
// Each worker has a processor, and is a coroutine. One of them runs at a time. It runs until it lets time pass in which
// another one has something to do, or until it sleeps. Atomic operations are real, and never contended.
//
//	worker 0   ──collects──┐              ┌──claims, shares──┐
//	worker 1               └──collects────┘                  └── ...
//	time       0          130             150               160
//
// Time passes at points. A point is a method of [Processor] that is named for what happens. It stands in the marker's code
// before the effect: a worker marks the successors of a batch when the scan has ended, and not when it began.
// On hardware a worker has no Processor. Then a point costs a nil check. A batch passes a few of them, and an object none.
//
// Invariants:
//
//	VT1 A point that may yield lets the worker with the earliest event run, and of several the one with the lowest
//	    number. Some points may not yield, because their caller holds a lock, or because the next one does.
//	VT2 Nothing else decides who runs, and costs are integers, so the same marks on the same heap give the same
//	    events on every machine.
//	VT3 A worker that waits in a loop lets at least a nanosecond pass in each turn. Otherwise others would never come.
//	VT4 If no event is left while a worker sleeps, it will sleep for ever. The machine calls Stuck, once, to end the
//	    mark. Then the workers end as after any failure.
//	VT5 At any time Doing says what each worker does until its clock. An observer that is told of each change, and of
//	    the time that passes, therefore knows where the time of all workers goes.
//
// Databases that test themselves by deterministic simulation do the same: the code is real, and the world around it is
// simulated.
package virtual

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/coherence"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
)

// ErrTooLong is the error of a mark with too many points.
var ErrTooLong = errors.New("sim: the mark was given up")

var errStuck = errors.New("sim: every worker sleeps, although the mark was ended")

// Machine is the machine. Only the goroutine that calls Run may use it, and the workers that run then.
type Machine struct {
	// Stuck is called when no worker will ever go on. It ends the mark.
	Stuck func(error)
	// Held reports whether a worker holds a lock. Then Stuck is not called because of Limit. It is nil where workers stop at
	// points alone: there is no lock then.
	Held func() bool
	// Memory is its memory with its caches. It may be nil: then only costs say how long an access takes.
	Memory *coherence.Memory
	// Speculating is how many idle workers may speculate, 0 for as many as on hardware.
	Speculating int
	// Events is how often a worker was resumed, and Points how often time has passed. Limit is how many points there may
	// be, 0 for any number. Beyond it the machine calls Stuck.
	Events, Points, Limit uint64
	// Steps is how many references cursors have followed.
	Steps uint64
	// Delay is for tests, and else nil. It says for how long a worker is held up at a point, as by an operating system that
	// takes the processor away.
	Delay func() time.Duration
	// Observer is told what happens. It may be nil.
	Observer Observer
	// Doing is how many workers are doing what, at the present time.
	Doing [Activities]int

	now        time.Duration // the time of the last event
	costs      costs.Costs
	clock      *Clock
	others     *Clock // the events of workers that do not spin; nil until one has spun
	processors []*Processor
	running    *Processor
	alive      int  // workers whose coroutine has not ended
	joining    bool // worker 0 waits until it is the only one
	told       bool // Stuck was called

	outside bool // no worker runs, or the observer does
}

// Observer is told what happens on a machine.
type Observer interface {
	// Changed says that a worker has done something, or that something was done to it, at the present time.
	Changed(worker int)
	// Passes says that time goes on by so much. Until then every worker does what Doing says.
	Passes(span time.Duration)
}

// NewMachine returns a machine with that many processors.
func NewMachine(workers int, c costs.Costs) *Machine {
	m := &Machine{costs: c, clock: NewClock(workers), processors: make([]*Processor, workers)}
	for id := range m.processors {
		m.processors[id] = &Processor{machine: m, id: id, does: Sleeps}
	}
	m.Doing[Sleeps] = workers
	return m
}

// Speculators is how many idle workers may speculate, 0 for as many as on hardware.
func (m *Machine) Speculators() int {
	if m == nil {
		return 0
	}
	return m.Speculating
}

// CheapLocks reports whether locked instructions take few cycles: as on hardware, if m is nil. If costs alone say how long they
// take, they do not.
func (m *Machine) CheapLocks(hardware bool) bool {
	if m == nil {
		return hardware
	}
	return m.Memory != nil && m.Memory.CheapLocks()
}

// Arm says that there may be so many points more, and that Stuck has not been called.
func (m *Machine) Arm(points uint64) { m.Limit, m.told = m.Points+points, false }

// Processor returns that of a worker. A nil machine is hardware, and has none.
func (m *Machine) Processor(worker int) *Processor {
	if m == nil {
		return nil
	}
	return m.processors[worker]
}

// Run runs main as worker 0, and returns when all workers have ended. The error is that some never will, although Stuck was
// called. Then the marker is wrong, and their coroutines stay for ever.
func (m *Machine) Run(main func()) error {
	m.Spawn(0, main)
	for m.alive > 0 {
		id, at := m.clock.Next()
		if over := m.over() && (m.Held == nil || !m.Held()); over || at == Never {
			if !m.tell(over) {
				return errStuck
			}
			continue
		}
		m.Events++
		m.set(id, Never)
		m.pass(at)
		m.running = m.processors[id]
		m.outside = false
		m.running.resume()
		m.outside = true
	}
	return nil
}

// set sets the time of a worker's next event. It does not spin.
func (m *Machine) set(id int, at time.Duration) {
	m.clock.Set(id, at)
	if m.others != nil {
		m.others.Set(id, at)
	}
}

// nextBesides returns when a worker that does not spin does something next. The caller spins.
func (m *Machine) nextBesides(p *Processor) time.Duration {
	if m.others == nil {
		m.others = NewClock(len(m.processors))
		for id := range m.processors {
			m.others.Set(id, m.clock.At(id))
		}
	}
	p.spins = true
	_, at := m.others.Next()
	return at
}

// pass lets the time of the machine go on.
func (m *Machine) pass(at time.Duration) {
	if span := at - m.now; span > 0 && m.Observer != nil {
		outside := m.outside
		m.outside = true
		m.Observer.Passes(span)
		m.outside = outside
	}
	m.now = at
}

// changed tells the observer.
func (m *Machine) changed(worker int) {
	if m.Observer != nil {
		outside := m.outside
		m.outside = true
		m.Observer.Changed(worker)
		m.outside = outside
	}
}

// over reports whether there were as many points as there may be.
func (m *Machine) over() bool { return m.Limit > 0 && m.Points >= m.Limit }

// tell says that the mark will not end by itself. It returns false if this was in vain.
func (m *Machine) tell(over bool) bool {
	if m.told || m.Stuck == nil {
		return false
	}
	m.told, m.Limit = true, 0
	if over {
		m.Stuck(fmt.Errorf("%w: at %v, after %d points", ErrTooLong, m.running.at, m.Points))
		return true
	}
	m.Stuck(fmt.Errorf("sim: at %v every worker sleeps, and the mark has not ended", m.running.at))
	return true
}

// Spawn begins a worker. One that another worker begins was woken by it.
func (m *Machine) Spawn(id int, body func()) {
	p := m.processors[id]
	if m.running != nil {
		p.at = max(p.at, m.running.at+m.costs.WakeDelay)
	}
	m.alive++
	p.begin(Comes)
	next, _ := iter.Pull(func(yield func(struct{}) bool) {
		p.suspend = func() { yield(struct{}{}) }
		body()
		m.end(p)
	})
	p.resume = func() { next() }
	m.set(id, p.at)
}

// end is the end of a worker.
func (m *Machine) end(p *Processor) {
	p.begin(Sleeps)
	if m.alive--; m.alive == 1 && m.joining {
		m.joining = false
		first := m.processors[0]
		first.at = max(first.at, p.at)
		m.set(0, first.at)
	}
}

// Join waits until worker 0, which calls it, is the only worker.
func (m *Machine) Join() {
	if m.alive > 1 {
		m.joining = true
		m.processors[0].begin(Sleeps)
		m.processors[0].suspend()
	}
}

// Sleep waits for a Wake of a worker, which calls it. One that came before counts.
func (m *Machine) Sleep(id int) {
	p := m.processors[id]
	for !p.token {
		p.asleep = true
		p.begin(Sleeps)
		p.suspend()
	}
	p.token = false
}

// Wake ends the Sleep of a worker, or its next one. It lets no time pass, because its caller holds a lock.
func (m *Machine) Wake(id int) {
	p := m.processors[id]
	p.token = true
	if p.asleep {
		p.asleep = false
		p.begin(Comes)
		p.at = max(p.at, m.running.at+m.costs.WakeDelay)
		m.set(id, p.at)
	}
}

// Now is the time of the worker that runs. It has nothing to do with the time of day.
func (m *Machine) Now() time.Time { return m.running.Now() }

// Rouses is charged to the worker that runs, when it wakes another. It holds a lock.
func (m *Machine) Rouses() { m.running.charge(WakeUps, m.costs.Wake) }

// Preempt takes the processor away from the worker that runs, which may hold a lock, for that long. A test that makes the types
// of the schedule explorer do so calls it before an atomic operation.
func (m *Machine) Preempt(delay func() time.Duration) {
	if m.outside || m.running == nil {
		return
	}
	if d := delay(); d > 0 {
		m.Points++
		p := m.running
		p.at += d
		if m.clock.waits(p.id, p.at) {
			m.set(p.id, p.at)
			p.suspend()
		}
	}
}
