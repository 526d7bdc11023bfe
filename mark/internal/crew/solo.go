package crew

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// SoloTimer is how the holder of the exclusive bit decides that others are worth waking if
// it is unknown how long an object takes, because a user's callback scans it.
//
// To wake a worker takes some ten microseconds, and to share costs each object some tens of
// nanoseconds. A callback may take less than this, or seconds. The holder goes on alone
// until it has been alone for some time (policy.Pace.Patience). A short mark ends before.
// A slow callback ends this time at once.
//
// To read the clock takes about as long as a fast callback. The holder therefore reads it
// rarely: after half as many nodes as it expects to scan in the time that is left, at most
// a batch. Before that it takes up no more nodes than these, so that slow nodes after fast
// ones are not scanned alone for long.
type SoloTimer struct {
	readAt uint64 // the clock is read when so many nodes have been scanned
	ended  bool   // the holder has been alone for long enough
}

// Takes is how many of n refs the holder takes up as a batch.
func (s *SoloTimer) Takes(n int, scanned uint64) int {
	if s.ended || s.readAt <= scanned {
		return n
	}
	return min(n, int(s.readAt-scanned))
}

// SoloEnds reports whether this worker, which holds the exclusive bit, has been alone for long enough.
func (m *Member) SoloEnds(limit time.Duration, scanned uint64) bool {
	s := &m.Solo
	if s.ended || scanned < s.readAt {
		return s.ended
	}
	alone := m.crew.Now().Sub(m.aloneSince)
	s.ended = alone >= limit
	left := float64(limit-alone) / 2 / float64(max(1, alone)) * float64(max(1, scanned))
	s.readAt = scanned + uint64(max(1, min(left, policy.BatchObjects)))
	return s.ended
}

// Ended reports whether the time has come, at the last look or by End.
func (s *SoloTimer) Ended() bool { return s.ended }

// End says that there is something to share already.
func (s *SoloTimer) End() { s.ended = true }
