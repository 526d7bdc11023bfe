package crew

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
)

// Lobby is where workers sleep: between two marks, and during a mark while there is
// nothing to take. A worker is either awake or parked. Worker 0 runs on the caller's
// goroutine. The mark may return when worker 0 is the only worker that is awake.
//
//	worker 0  ── awake ──────────────────────── Drain ──> the mark returns
//	worker 1  ── awake ── Park ─┐           ┌── awake ── Park
//	                            └─ parked ──┘
//	                              ^ token from Wake
//
// Invariants:
//
//	L1  A worker announces itself in sleepers. Then it looks for work a last
//	    time. Only then does it sleep.
//	L2  A goroutine that takes a worker off the parked list counts it as awake, and sends
//	    exactly one token. The worker's channel therefore has room for it, and the sender
//	    never waits. A worker that has no goroutine yet gets one instead of a token.
//
// While no worker sleeps, publishing work costs one load of sleepers.
//
// No wake-up is lost. Suppose that a worker looked first and announced itself
// afterwards. Then this interleaving would lose one:
//
//  1. Worker W looks at all shared places: they are empty.
//  2. Publisher P pushes a block and reads sleepers. It is 0, so P wakes no worker.
//  3. W announces itself, and sleeps beside the block.
//
// With L1 there are two cases, because all goroutines agree on one order of the
// atomic operations. Either P reads sleepers after W has announced itself. Then P
// wakes W. Or P reads sleepers before. Then W looks after the push of P, and sees the
// block.
type Lobby struct {
	sleepers counter // how many of parked belong to the team, for those who do not hold mu

	mu       mutex
	parked   []int // worker numbers, the one that sleeps longest first
	team     int   // Wake wakes only workers below this number
	asleep   int64 // how many of parked are below it
	awake    int
	draining bool // worker 0 waits until the others are parked
	closed   bool
	spawn    func(id int) // starts the goroutine of a worker that has none; nil if all have one
	unborn   []bool       // by worker: it has no goroutine, and counts as parked

	tokens  []token          // one for each worker
	drained token            // for worker 0: all others are parked
	machine *virtual.Machine // on which workers sleep instead; nil on hardware
}

// NewLobby returns a lobby for that many workers, all awake.
func NewLobby(workers int) *Lobby {
	l := &Lobby{parked: make([]int, 0, workers), team: workers, awake: workers, tokens: make([]token, workers), drained: newToken()}
	for i := range l.tokens {
		l.tokens[i] = newToken()
	}
	return l
}

// Postpone says that no worker but worker 0 has a goroutine yet. Each gets one from spawn when
// it is woken for the first time. The lobby is new.
func (l *Lobby) Postpone(spawn func(id int)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spawn, l.unborn = spawn, make([]bool, len(l.tokens))
	for id := 1; id < len(l.tokens); id++ {
		l.unborn[id] = true
		l.parked = append(l.parked, id)
		l.count(id, 1)
		l.awake--
	}
}

// Park sleeps until another goroutine wakes worker id. It returns at once if wanted
// says that the worker is needed. It returns false once the lobby is closed. Only
// worker id may call it.
func (l *Lobby) Park(id int, wanted func() bool) bool {
	l.mu.Lock()
	if l.closed {
		l.leave()
		l.mu.Unlock()
		return false
	}
	l.parked = append(l.parked, id)
	l.count(id, 1) // L1: before the last look
	if wanted != nil && wanted() {
		l.GiveUp()
		return true
	}
	l.leave()
	l.mu.Unlock()
	l.sleep(id, l.tokens[id])
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.closed
}

// Sleepers returns how many workers of the team sleep. Any worker may call it.
func (l *Lobby) Sleepers() int { return int(l.sleepers.Load()) }

// Asleep reports whether worker id is on the parked list. Any goroutine may call it.
func (l *Lobby) Asleep(id int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Contains(l.parked, id)
}

// count counts a worker that has been put on the parked list, or taken off it. The caller
// holds the lock.
func (l *Lobby) count(id int, n int64) {
	if id < l.team {
		l.asleep += n
		l.sleepers.Store(l.asleep)
	}
}

// Gather says that only workers below team take part in the next mark. The others are
// parked, and stay so. No mark may be running. Only worker 0 may call it, and no other
// goroutine changes team: so it may look without the lock whether anything changes.
func (l *Lobby) Gather(team int) {
	if l.team == team {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.team, l.asleep = team, 0
	for _, id := range l.parked {
		if id < team {
			l.asleep++
		}
	}
	l.sleepers.Store(l.asleep)
}

// leave counts the caller as not awake. The caller holds the lock.
func (l *Lobby) leave() {
	l.awake--
	if l.draining && l.awake <= 1 {
		l.draining = false
		l.wakeUp(0, l.drained)
	}
}

// GiveUp takes the worker that is about to sleep off the list again, and frees the lock. Park calls it.
// A worker whose goroutine ends inside wanted does not come back to Park, and calls it instead. Another
// goroutine takes its place, and is awake.
func (l *Lobby) GiveUp() {
	l.remove(len(l.parked) - 1)
	l.mu.Unlock()
}

// Wake wakes up to n sleepers of the team. It returns how many it has woken. Any worker may
// call it.
func (l *Lobby) Wake(n int) (woken int) {
	if n <= 0 || l.sleepers.Load() == 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.parked) - 1; i >= 0 && woken < n; i-- {
		if l.parked[i] < l.team {
			l.rouse(i)
			woken++
		}
	}
	return woken
}

// WakeWorker wakes worker id, if this worker sleeps. It reports whether it did. Any worker
// may call it.
func (l *Lobby) WakeWorker(id int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.parked, id)
	if i >= 0 {
		l.rouse(i)
	}
	return i >= 0
}

// rouse takes entry i off the parked list, and sends its token or starts its goroutine (L2). In a
// closed lobby no goroutine begins any more. The caller holds the lock.
func (l *Lobby) rouse(i int) {
	id := l.remove(i)
	l.awake++
	if l.machine != nil {
		l.machine.Rouses()
	}
	switch {
	case l.spawn == nil || !l.unborn[id]:
		l.wakeUp(id, l.tokens[id])
	case !l.closed:
		l.unborn[id] = false
		l.spawn(id)
	}
}

// sleep waits for a token, which only worker id does, and wakeUp sends it.
func (l *Lobby) sleep(id int, t token) {
	if l.machine != nil {
		l.machine.Sleep(id)
		return
	}
	t.receive()
}

func (l *Lobby) wakeUp(id int, t token) {
	if l.machine != nil {
		l.machine.Wake(id)
		return
	}
	t.send()
}

// remove takes entry i off the parked list, and returns its worker. The caller holds the lock.
func (l *Lobby) remove(i int) (id int) {
	id = l.parked[i]
	l.parked = append(l.parked[:i], l.parked[i+1:]...)
	l.count(id, -1)
	return id
}

// Drain waits until the caller is the only worker that is awake. Only worker 0 may
// call it.
func (l *Lobby) Drain() {
	l.mu.Lock()
	wait := l.awake > 1
	l.draining = wait
	l.mu.Unlock()
	if wait {
		l.sleep(0, l.drained)
	}
}

// Close wakes all workers for good: from then on Park returns false.
func (l *Lobby) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for i := len(l.parked) - 1; i >= 0; i-- {
		l.rouse(i)
	}
}
