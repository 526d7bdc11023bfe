package virtual

import (
	"math/rand/v2"
	"time"
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
	token   bool // a Wake that has not been slept for

	arrivals []time.Duration // of the batches in flight, the oldest first
	robbed   time.Duration   // when the last theft from this worker ended
	stolen   bool            // it has just stolen items, and not taken one of them up
	Spent    Spent
}

// Account is what time is spent on.
type Account uint8

const (
	ForScans Account = iota
	ForMemory
	ForClaims
	ForCursors
	ForDeques
	ForStealing
	ForWakeUps
	ForMail
	ForLooks
	Accounts
)

// Spent is time by account.
type Spent [Accounts]time.Duration

// Now is the worker's time. It has nothing to do with the time of day.
func (p *Processor) Now() time.Time { return time.Unix(0, int64(p.at)) }

// charge lets time pass, without a yield.
func (p *Processor) charge(on Account, d time.Duration) {
	p.at += d
	p.Spent[on] += d
}

// spend lets time pass. If something else happens earlier, it happens now.
func (p *Processor) spend(on Account, d time.Duration) {
	p.charge(on, d+p.machine.disturb.next())
	m := p.machine
	m.Points++
	if m.clock.waits(p.id, p.at) || m.over() {
		m.clock.Set(p.id, p.at)
		p.suspend()
	}
}

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
