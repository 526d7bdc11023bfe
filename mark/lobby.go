package mark

// lobby is where workers sleep: between marks, and during a mark while there
// is nothing to take. A worker is awake or parked; the mark may return when
// worker 0, which runs on the caller's goroutine, is the only one awake.
//
//	L1  A worker on the parked list has announced itself in sleepers before it
//	    looked for work a last time.
//	L2  Whoever takes a worker off the list counts it as awake and sends exactly
//	    one token. So the channel has room for it, and the sender never waits.
//
// Publishing work costs one load of sleepers when nobody sleeps. No wake-up is
// lost. The interleaving that would lose one, if a worker looked first and
// announced itself afterwards:
//
//  1. worker W looks at all shared places: empty
//  2. publisher P pushes a block and reads sleepers = 0: nobody to wake
//  3. W announces itself and sleeps beside the block
//
// With L1 either P's load sees W's announcement, or W's look comes after P's
// push and sees the block: atomics have one order that all agree on.
type lobby struct {
	sleepers counter // the length of parked, for those who do not hold mu

	mu       mutex
	parked   []int // worker numbers, the longest asleep first
	awake    int
	draining bool // worker 0 waits for the others
	closed   bool

	tokens  []token // one for each worker
	drained token   // for worker 0: all others are parked
}

func newLobby(workers int) *lobby {
	l := &lobby{
		parked:  make([]int, 0, workers),
		awake:   workers,
		tokens:  make([]token, workers),
		drained: newToken(),
	}
	for i := range l.tokens {
		l.tokens[i] = newToken()
	}
	return l
}

// park sleeps until somebody wakes worker id, or returns at once if wanted
// says that the worker is needed. It returns false once the lobby is closed.
func (l *lobby) park(id int, wanted func() bool) bool {
	l.mu.Lock()
	if l.closed {
		l.leave()
		l.mu.Unlock()
		return false
	}
	l.parked = append(l.parked, id)
	l.sleepers.Store(int64(len(l.parked))) // L1: before the last look
	if wanted != nil && wanted() {
		l.parked = l.parked[:len(l.parked)-1]
		l.sleepers.Store(int64(len(l.parked)))
		l.mu.Unlock()
		return true
	}
	l.leave()
	l.mu.Unlock()
	l.tokens[id].receive()
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.closed
}

// leave counts the caller as not awake. The lock is held.
func (l *lobby) leave() {
	l.awake--
	if l.draining && l.awake <= 1 {
		l.draining = false
		l.drained.send()
	}
}

// wake wakes up to n sleepers and returns how many it woke.
func (l *lobby) wake(n int) int {
	if n <= 0 || l.sleepers.Load() == 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n = min(n, len(l.parked))
	for range n {
		l.rouse(len(l.parked) - 1)
	}
	return n
}

// wakeWorker wakes worker id if it sleeps.
func (l *lobby) wakeWorker(id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, p := range l.parked {
		if p == id {
			l.rouse(i)
			return
		}
	}
}

// rouse takes entry i off the parked list and sends its token (L2).
func (l *lobby) rouse(i int) {
	id := l.parked[i]
	l.parked = append(l.parked[:i], l.parked[i+1:]...)
	l.sleepers.Store(int64(len(l.parked)))
	l.awake++
	l.tokens[id].send()
}

// drain waits until the caller, worker 0, is the only one awake.
func (l *lobby) drain() {
	l.mu.Lock()
	wait := l.awake > 1
	l.draining = wait
	l.mu.Unlock()
	if wait {
		l.drained.receive()
	}
}

// close wakes everybody for good.
func (l *lobby) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for len(l.parked) > 0 {
		l.rouse(len(l.parked) - 1)
	}
}
