package crew

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Member is what one worker has of its crew. A worker holds it by value. Only the worker's own
// goroutine touches it during a mark. Worker 0 does so between marks.
type Member struct {
	// Alone says that this worker holds the exclusive bit of the detector.
	Alone bool
	// First says that it has held the bit since the mark began.
	First bool
	begun bool // worker 0 counts as active before it begins (Detector.Begin)
	// EmptyJoins is how many joins in a row have found nothing to take.
	EmptyJoins int
	// Solo times how long it goes on alone.
	Solo SoloTimer
	Accounts

	crew *Crew
	id   int
}

// Reset forgets the last mark, but for the accounts. All workers are parked.
func (m *Member) Reset() {
	*m = Member{crew: m.crew, id: m.id, Solo: SoloTimer{readAt: 1}, Accounts: m.Accounts}
	m.show(false)
}

// Lead begins a mark. Only worker 0 may call it, for itself, when all others are parked. From then on
// worker 0 counts as active. If exclusive is true, it holds the exclusive bit, too.
func (m *Member) Lead(exclusive bool) {
	m.begun, m.Alone, m.First = true, exclusive, exclusive
	m.crew.Reset()
	m.crew.Begin(exclusive)
}

// Join counts this worker as active, unless it is refused, or the mark is over.
// Worker 0 is active already when it joins for the first time.
func (m *Member) Join() Joining {
	if m.begun {
		m.begun = false
		return Joined
	}
	m.processor().CountsItself()
	return m.crew.Join()
}

// Leave counts this worker as inactive. It holds nothing (T2), and EndBusy comes before. found says
// that it has taken something up since it joined. opened is that of Detector.Leave.
func (m *Member) Leave(found bool) (opened bool) {
	if m.EmptyJoins++; found {
		m.EmptyJoins = 0
	}
	exclusive := m.Alone
	m.Alone, m.First = false, false
	m.processor().CountsItself()
	return m.crew.Leave(exclusive)
}

// Exclude makes this worker the holder of the exclusive bit, if no worker has joined since Lone
// returned state (Detector.Exclude). It reports whether it does so. scanned is how many objects it
// has scanned.
func (m *Member) Exclude(state, scanned uint64) bool {
	if !m.crew.Exclude(state) {
		return false
	}
	m.Alone = true
	m.Solo = SoloTimer{readAt: scanned + 1}
	m.aloneSince = m.crew.Now() // from here on it charges for the others as A4 says
	m.endWait(m.aloneSince)
	if m.moreShown {
		m.show(false)
	}
	return true
}

// Shut sets the closing bit (Detector.Shut), unless a worker shows more than a batch: that is
// enough for two. This worker has found nothing to take.
func (m *Member) Shut() bool { return !m.crew.hoarding(m.id) && m.crew.Shut() }

// Clear takes the exclusive bit away, which this worker holds (Detector.Clear).
func (m *Member) Clear() {
	m.endSolitude(m.crew.Now(), int(m.crew.others))
	m.Alone, m.First = false, false
	m.crew.Clear()
}

// BeginBusy and EndBusy stand at the two ends of the time in which a worker is active. They return the
// time.
//
// EndBusy comes before Leave. In the other order a mark would be right, and only
// the accounts could be wrong:
//
//  1. Worker W has left, and still shows more than a batch. Its memory is empty.
//  2. Idle worker V looks. It charges its time as hoarded, but W has nothing to give.
func (m *Member) BeginBusy() time.Time {
	at := m.crew.Now()
	m.chargedUntil, m.aloneSince = at, at
	return at
}

// EndBusy is described at BeginBusy.
func (m *Member) EndBusy() time.Time {
	at := m.crew.Now()
	m.endSolitude(at, int(m.crew.others))
	m.endWait(at)
	m.Busy += at.Sub(m.chargedUntil)
	m.chargedUntil, m.Left = at, at
	if len(m.crew.shown) > 1 {
		m.show(false)
	}
	return at
}

// EndBatch tells the others whether more than a batch is private. It begins or ends the span in which
// sleepers wait for this worker (A3). It is called after each batch. private is how many grey refs
// no other worker can take.
func (m *Member) EndBatch(private int) {
	if m.crew.others == 0 {
		return
	}
	more := policy.Hoards(private)
	if m.Alone { // A4
		m.batchesAlone++
		if more {
			m.hoardsAlone++
		}
		return
	}
	if more != m.moreShown {
		m.show(more)
	}
	switch wait := more && m.crew.Sleepers() > 0; {
	case wait && m.waitsSince.IsZero():
		m.waitsSince = m.crew.Now()
	case !wait && !m.waitsSince.IsZero():
		m.endWait(m.crew.Now())
	}
}

// show lets others know whether more than a batch is private.
func (m *Member) show(more bool) {
	m.moreShown = more
	m.crew.shown[m.id].more.Store(more)
}

// endWait ends the span in which sleepers have waited, if there is one, and charges it (A3). The
// number of sleepers is that at the end of the span, and at least one: one was there when it began.
func (m *Member) endWait(at time.Time) {
	if !m.waitsSince.IsZero() {
		m.Waited += at.Sub(m.waitsSince) * time.Duration(max(1, m.crew.Sleepers()))
		m.waitsSince = time.Time{}
	}
}
