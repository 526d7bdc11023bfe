package sim

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
)

// laws looks between any two events whether what package crew promises holds.
//
//	B1  While a worker holds the exclusive bit, one worker is active (X1, X2).
//	B2  No owner sleeps while something waits for it, unless no worker can join (O4, X10)
//	    or one is waking others.
//	B3  No worker of the team sleeps beside visible work for long, unless a worker holds
//	    the bit or another one is on the way: looks for work, publishes, or wakes others.
//	B4  The lobby counts the sleepers of the team rightly.
//	B5  A worker that takes the exclusive bit after the beginning sees no work in any shared place (X4).
//	B6  While joins are refused a worker is active (X7).
type laws struct {
	recount
	locked  func() bool // a worker may have stopped with a lock; nil if none does
	broken  string
	shared  bool          // nobody held the exclusive bit at the last look at this mark
	beside  time.Duration // for how long somebody has slept beside work
	late    time.Duration // for how long an owner has slept beside what waits for it
	limit   time.Duration // how long the first may be: until a worker goes on that was held up before it wakes others
	allowed time.Duration // and the second
}

// watch puts the laws in front of a census. Workers are held up for so long at most.
func watch(r recount, heldUp time.Duration) *laws {
	l := &laws{recount: r, limit: 2*heldUp + 10*time.Microsecond}
	r.machine.Observer = l
	return l
}

// watchLocked is watch for workers that may stop with a lock: then no look is made. They are held
// up at atomic operations, in sum for so long at most while they wake others.
func watchLocked(r recount, heldUp time.Duration, locked func() bool) *laws {
	l := &laws{recount: r, locked: locked, limit: heldUp, allowed: heldUp}
	r.machine.Observer = l
	return l
}

// Changed is of virtual.Observer.
func (l *laws) Changed(worker int) {
	if l.locked == nil {
		l.recount.Changed(worker)
	}
}

// Passes is of virtual.Observer.
func (l *laws) Passes(span time.Duration) {
	if l.locked == nil {
		l.recount.Passes(span)
	}
	if l.locked == nil || !l.locked() {
		l.look(span)
	}
}

// look looks whether the laws hold. span is about to pass.
func (l *laws) look(span time.Duration) {
	m := l.marker
	c := m.Crew()
	if l.broken != "" || c.Done() {
		return
	}
	if c.Held() {
		if n := c.Active(); n != 1 {
			l.broken = fmt.Sprintf("B1: somebody holds the exclusive bit, and %d workers are active", n)
		}
		if l.shared && m.Visible() {
			l.broken = "B5: somebody has taken the exclusive bit although work was visible"
		}
		l.shared = false
		l.beside, l.late = 0, 0
		return
	}
	l.shared = true
	shut, d := c.Refuses(), l.doing
	if shut && c.Active() == 0 && l.allowed == 0 {
		l.broken = "B6: nobody can join, and nobody is active"
	}
	asleep, late := 0, -1
	for id := range m.Stats.Plan.Team {
		if c.Asleep(id) {
			if asleep++; m.Awaited(id) {
				late = id
			}
		}
	}
	if late < 0 || shut || d[virtual.WakeUps] > 0 {
		l.late = 0
	} else if l.late += span; l.late > l.allowed {
		l.broken = fmt.Sprintf("B2: something waits for worker %d, which has slept for %v", late, l.late)
	}
	if n := c.Sleepers(); n != asleep {
		l.broken = fmt.Sprintf("B4: %d workers sleep, and the lobby has counted %d", asleep, n)
	}
	if asleep == 0 || !l.someShared() || d[virtual.Looks]+d[virtual.Searches]+d[virtual.Comes]+d[virtual.Deques]+d[virtual.WakeUps]+d[virtual.Steals] > 0 {
		l.beside = 0
		return
	}
	l.beside += span
	limit := l.limit
	if m.Stats.Plan.Owners > 1 {
		limit += 100 * time.Microsecond // the worker that was woken for the work may have found mail first
	}
	if l.beside > limit {
		l.broken = fmt.Sprintf("B3: %d workers have slept beside work for %v", asleep, l.beside)
	}
}

// someShared reports whether there is work that others were woken for. A lone worker that lets others come wakes one for each
// open range, and a worker that takes a part of it wakes others for the rest of this part. A few
// chunks may be left for which no worker comes.
func (l *laws) someShared() bool {
	m := l.marker
	chunks := 0
	for id := range m.Stats.Plan.Team {
		local, left, _ := m.Holds(id)
		if local.Deque.Len() > 0 {
			return true
		}
		chunks += left
	}
	return !m.List.Empty() || !m.Pending.Empty() || chunks > 1 && policy.ChunkRefs > 1
}
