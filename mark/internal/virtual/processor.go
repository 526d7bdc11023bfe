package virtual

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Processor is that of one worker. Its methods are the points of package virtual: most of them may yield, and those that
// say so may not. Only the worker that it belongs to may call them. A nil Processor is hardware: then its methods do nothing.
type Processor struct {
	machine *Machine
	id      int
	at      time.Duration // its clock

	suspend func() // lets others run, until the machine resumes this worker
	resume  func()
	asleep  bool
	spins   bool // it looks for work, until others do something
	token   bool // a Wake that has not been slept for

	arrivals []time.Duration // of the batches in flight, the oldest first
	rest     machines.Fixed  // less than a nanosecond that has not been charged yet
	robbed   time.Duration   // when the last theft from this worker ended
	stolen   bool            // it has just stolen items, and not taken one of them up

	does   Activity      // until its clock
	since  Spent         // since its last point that may yield
	vain   time.Duration // the same, without work
	vainly Activity      // on what
	// Spent is what it has spent with work.
	Spent Spent
	// Scanning is how many grey objects it is scanning.
	Scanning int
}

// Activity is what a worker does at some time. The first ones are those of a worker that has work.
type Activity uint8

const (
	Scans Activity = iota
	Memory
	Claims
	Cursors
	Deques
	Steals // although it has work
	WakeUps
	Mail
	WithWork // how many these are
)

// The others are those of a worker that has none.
const (
	Searches   = WithWork + iota // tries to steal
	Speculates                   // moves cursors for the marker
	Looks
	Comes  // is on its way from sleep
	Sleeps // also before its beginning and after its end
	Activities
)

// Spent is time by activity.
type Spent [WithWork]time.Duration

// Now is the worker's time. It has nothing to do with the time of day.
func (p *Processor) Now() time.Time { return time.Unix(0, int64(p.at)) }

// Settles lets the time of the machine go on to that of the worker.
func (p *Processor) Settles() { p.spend(Looks, 0) }

// charge lets time pass, without a yield.
func (p *Processor) charge(on Activity, d time.Duration) {
	p.at += d
	if on < WithWork {
		p.since[on] += d
	} else {
		p.vain += d
		p.vainly = on
	}
}

// spend lets time pass. If something else happens earlier, it happens now. Time that was charged for something else ends
// before time without work begins.
func (p *Processor) spend(on Activity, d time.Duration) {
	if on >= WithWork && p.since != (Spent{}) {
		p.scanning(Scans, 0, 0)
	}
	if on >= WithWork && on != p.vainly && p.vain > 0 {
		p.scanning(p.vainly, 0, 0)
	}
	p.scanning(on, d, 0)
}

// scanning is spend for so many grey objects that are being scanned.
func (p *Processor) scanning(on Activity, d time.Duration, objects int) {
	m := p.machine
	if m.Delay != nil {
		d += m.Delay()
	}
	p.charge(on, d)
	p.Scanning = objects
	m.Points++
	p.begin(on)
	if m.clock.waits(p.id, p.at) || m.over() {
		if m.set(p.id, p.at); p.spins {
			m.others.Set(p.id, Never)
		}
		p.suspend()
	} else {
		m.pass(p.at)
	}
	p.spins = false
}

// begin notes what the worker does from the present time of the machine on. If it has work, this is what it spends most
// of that time on.
func (p *Processor) begin(on Activity) {
	m := p.machine
	if on < WithWork {
		p.Spent[Steals] += p.vain // it has found something after some vain attempts
		for i, d := range p.since {
			p.Spent[i] += d
			if d > p.since[on] {
				on = Activity(i)
			}
		}
	}
	p.since, p.vain = Spent{}, 0
	m.Doing[p.does]--
	m.Doing[on]++
	p.does = on
	m.changed(p.id)
}
