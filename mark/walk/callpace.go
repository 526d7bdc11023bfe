package walk

import "time"

// How often the caller's goroutine looks at a walk. After a look that has changed nothing the
// next pause is twice as long.
const (
	shortestPause = 200 * time.Microsecond
	longestPause  = 20 * time.Millisecond
)

// slowCalls is the time from the end of one call to the end of the next, on average, from which on
// further reachers may run. Below it fewer reachers do as well, because most of the time goes into
// storing keys, for which they wait in turn.
const slowCalls = 2 * time.Microsecond

// callPace decides how many reachers may run at once. It begins with one. At each look it
// allows twice as many if all run, keys wait and calls are slow, and half as many if calls are
// fast. After six looks 64 run, and a graph whose calls are fast has one.
type callPace struct {
	allowed int
	most    int
	calls   int64 // that have ended
	looked  time.Time
	counted int64 // calls at the last look
}

func newCallPace(most int, t time.Time) callPace {
	return callPace{allowed: 1, most: most, looked: t}
}

// adapt changes how many reachers may run. It says whether it has.
func (p *callPace) adapt(t time.Time, running, waiting int) bool {
	elapsed, calls := t.Sub(p.looked), time.Duration(p.calls-p.counted)
	p.looked, p.counted = t, p.calls
	was := p.allowed
	switch slow := elapsed >= calls*slowCalls; {
	case !slow:
		p.allowed = max(p.allowed/2, 1)
	case waiting > 0 && running >= p.allowed:
		p.allowed = min(2*p.allowed, p.most)
	}
	return p.allowed != was
}
