package crew

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
)

// This file is how an idle worker waits.
//
// The loop of Await is that of Flood, Detlefs, Shavit and Zhang, "Parallel Garbage
// Collection for Shared Memory Multiprocessors" (JVM 2001), section 3.4. A worker without
// work looks at the places where work can appear, until it sees work or the mark is over.
// We change two things. Between two looks the idle policy decides what the worker does.
// And the worker may park in the lobby, until another goroutine wakes it.

// Work is what only the marker can say about a worker that waits. Only the worker's own goroutine
// calls it. It is called once or twice for a look, never for an object.
type Work interface {
	// Offered reports whether there seems to be work for this worker, which is not active.
	Offered() bool
	// Reserved reports whether there is work that no other worker can take.
	Reserved() bool
	// Anywhere reports whether any shared place seems to hold work, for whomever. The end of a
	// mark depends on it: it is the look between Quiet and Finish.
	Anywhere() bool
	// Rouse wakes those who alone can take the work that was seen, while no worker is
	// active.
	Rouse()
	// Poll ends the mark if it has been cancelled.
	Poll()
	// Speculate looks ahead of the marker for a while. It returns false if it has not done so. The
	// last look of the worker found another one active.
	Speculate() bool
	// Doubt is called by a worker that sees work, and whose last so many joins have found nothing to
	// take. It returns true if it has ended the mark for that.
	Doubt(emptyJoins int) bool
}

// Await waits until there may be work again, or until the wait is over. It returns
// true if there may be work: then the worker joins. It returns false if the mark is
// over, or if the worker should park. The caller has left (T2).
func (m *Member) Await(work Work) bool {
	c := m.crew
	processor := m.processor()
	for look := 0; ; look++ {
		processor.Looks(c.team, look > 0 && m.spins())
		if c.Done() {
			return false
		}
		if m.offered(work) {
			m.chargeIdle(c.Now(), c.hoarding(m.id))
			if m.EmptyJoins > policy.SpinLooks && !work.Reserved() {
				m.GiveWay() // it sees work and cannot get it: the owner of the work may need the processor
			}
			return !work.Doubt(m.EmptyJoins)
		}
		if state, ok := c.Quiet(); ok {
			// The look above does not count, because it came before Quiet. At Quiet a
			// look from before may be out of date: see Quiet for the object that this
			// loses.
			processor.Looks(c.team, false)
			switch {
			case work.Anywhere():
				work.Rouse()
			case c.Finish(state):
				c.WakeWorker(0)
				return false
			}
			continue
		}
		work.Poll()
		m.chargeIdle(c.Now(), c.hoarding(m.id))
		if work.Speculate() {
			look = 0
		} else if !m.pause(look) {
			return false
		}
	}
}

// offered reports whether there seems to be work for this worker, which is not active. It
// is what idle workers watch. While no worker can join, nothing is offered.
func (m *Member) offered(work Work) bool { return !m.crew.Refuses() && work.Offered() }

// Wanted reports whether a worker that is about to park is needed. It is needed if
// there is work to take. Worker 0 is also needed once the mark is over, because it
// has to return. No parked worker is needed to declare the end: the worker that leaves
// last does not park before the mark is over (Detector).
func (m *Member) Wanted(work Work) bool {
	if m.crew.Done() {
		return m.id == 0
	}
	return m.offered(work)
}

// pause lets some time pass between two looks. It returns false if the worker should
// park.
func (m *Member) pause(look int) bool {
	pause := policy.PauseAfter(look, m.crew.idle, m.crew.crowded)
	if pause.Yield {
		m.GiveWay()
	}
	if pause.Sleep > 0 {
		m.Nap(pause.Sleep)
	}
	return !pause.Park
}

// processor is nil on hardware.
func (m *Member) processor() *virtual.Processor { return m.crew.machine.Processor(m.id) }

// GiveWay lets other workers run.
func (m *Member) GiveWay() {
	if !m.processor().GivesWay() {
		giveWay()
	}
}

// Nap sleeps for some time.
func (m *Member) Nap(d time.Duration) {
	if !m.processor().Naps(d) {
		time.Sleep(d)
	}
}
