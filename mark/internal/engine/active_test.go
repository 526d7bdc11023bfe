package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// watchingScanner looks, whenever it is asked to scan, whether the worker counts as
// active. The objects that it scans lead to nothing.
type watchingScanner struct {
	scanner // nothing else is called
	t       *testing.T
	scanned int
}

func (s *watchingScanner) ahead() prefetcher            { return s }
func (s *watchingScanner) Prefetch([]uint32)            {}
func (s *watchingScanner) Approach([]uint32)            {}
func (s *watchingScanner) follow(*worker) bool          { return false }
func (s *watchingScanner) Pace() policy.Pace            { return policy.MemoryPace(0) }
func (s *watchingScanner) scanChunk(w *worker, _ chunk) { s.scan(w, []uint32{0}) }

func (s *watchingScanner) scan(w *worker, batch []uint32) {
	require.Equal(s.t, 1, w.m.crew.Active(), "a worker scans and the others may end the mark")
	s.scanned += len(batch)
}

// belated is the deque of a worker who publishes a ref on the overflow list each time
// that the others have just left, a number of times.
type belated struct {
	stealq.Deque
	m     *Marker
	times int
}

func (d *belated) Len() int {
	if d.times > 0 && d.m.crew.Active() == 0 {
		d.times--
		d.m.List.Publish([]uint32{7})
	}
	return 0
}

func (d *belated) Steal(stealq.Deque, stealq.Amount) (int, stealq.Outcome) { return 0, stealq.Empty }

// T1: a worker is active whenever it scans, also when it has left and come back.
func TestActiveWhileScanning(t *testing.T) {
	const comesBack = 3
	m := idleMarker(t)
	s := &watchingScanner{t: t}
	w := m.workers[0]
	w.reads(s)
	m.crew.Reset()
	m.planShared(s)
	defer func(own, other stealq.Deque) { w.owns(own); m.workers[1].owns(other) }(w.Deque, m.workers[1].Deque)
	w.owns(&belated{Deque: w.Deque, m: m})
	m.workers[1].owns(&belated{Deque: m.workers[1].Deque, m: m, times: comesBack})
	m.ranges.OpenRoots(1)
	w.mark()
	require.True(t, m.crew.Done())
	require.Equal(t, 1+comesBack, s.scanned)
	require.Equal(t, uint64(1+comesBack), w.stats.Joins)
}
