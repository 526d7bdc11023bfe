package mark

import "time"

// patience is how the holder of the exclusive bit decides that others are worth waking if
// nobody knows how long an object takes, because a user's callback scans it.
//
// To wake a worker takes some ten microseconds, and to share costs each object some tens of
// nanoseconds. A callback may take less than this, or seconds. So the holder goes on alone
// until it has been alone for some time (policy.Pace.Patience). A short mark ends before.
// A slow callback ends the patience at once.
//
// To read the clock takes about as long as a fast callback. So the holder reads it rarely:
// after half as many nodes as it expects to scan in the time that is left, at most a batch.
// Before that it takes up no more nodes than these, so that slow nodes after fast ones are
// not scanned alone for long.
type patience struct {
	readAt uint64 // the clock is read when so many nodes have been scanned
	ended  bool   // the holder has been alone for long enough
}

// takes is how many of n refs the holder takes up as a batch.
func (p *patience) takes(n int, scanned uint64) int {
	if p.ended || p.readAt <= scanned {
		return n
	}
	return min(n, int(p.readAt-scanned))
}

// over reports whether the patience has ended. since is when the worker became the holder.
func (p *patience) over(limit time.Duration, since time.Time, scanned uint64) bool {
	if p.ended || scanned < p.readAt {
		return p.ended
	}
	alone := now().Sub(since)
	p.ended = alone >= limit
	left := float64(limit-alone) / 2 / float64(max(1, alone)) * float64(max(1, scanned))
	p.readAt = scanned + uint64(max(1, min(left, batchObjects)))
	return p.ended
}
