package probe

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// still is a worker that does nothing.
type still struct{}

func (still) MarksAlone() bool { return false }
func (still) Counted() Counts  { return Counts{} }

// TestNobodyWantsToKnow: without a Recorder each point is there, and does nothing.
func TestNobodyWantsToKnow(t *testing.T) {
	var r *Recorder
	r.Begin(time.Time{})
	r.Turn(timeline.ActivityScan)
	r.TurnAt(timeline.ActivityScan, time.Time{})
	r.Batch()
	r.StealEnded(1, 1, stealq.Took)
	r.Taken(timeline.ActivityPending, 1)
	r.Awaited()
	require.Zero(t, r.Sending())
	r.Received(1, 1, 0)
	r.End(time.Time{})
	require.Nil(t, Timeline(nil, time.Second))
}

// tick is that of hardware.
const tick = 8 * time.Microsecond

// The time from one reading of the clock to the next stays near tick.
func TestPaceOfReadings(t *testing.T) {
	r := New(0, 1, tick, time.Now, still{})
	r.Begin(time.Time{})
	for range 20 {
		r.pace(time.Duration(r.every) * time.Microsecond)
	}
	require.Equal(t, 4, r.every)
	r.pace(time.Millisecond)
	require.Equal(t, 2, r.every)
	for range 20 {
		r.pace(0)
	}
	require.Equal(t, maxEvery, r.every)
}

// References from one sender within a tick are one arrow, and later ones are another.
func TestArrowsJoinSlots(t *testing.T) {
	now := time.Now()
	r := New(0, 8, tick, func() time.Time { return now }, still{})
	r.Begin(now)
	r.Received(1, 3, 7)
	now = now.Add(tick - 1)
	r.Received(1, 4, 8)
	require.EqualValues(t, 1, r.arrived)
	require.EqualValues(t, 7, r.arrows[0].Count)
	require.EqualValues(t, 7, r.arrows[0].Sent)
	now = now.Add(1)
	r.Received(1, 5, 9)
	require.EqualValues(t, 2, r.arrived)
	r.Received(2, 5, 9)
	require.EqualValues(t, 3, r.arrived)
	r.Received(0, 5, 9) // it takes back what it has sent itself
	require.EqualValues(t, 3, r.arrived)
}

// An arrow goes if a slice at one of its ends is no longer there.
func TestTimelineDropsArrowsWithoutEnds(t *testing.T) {
	a, b := New(0, 2, tick, time.Now, still{}), New(1, 3, tick, time.Now, still{})
	for at := range 6 { // a keeps slices 4 and 5
		a.slices[at%2] = timeline.Slice{Begin: time.Duration(10 * at), End: time.Duration(10*at + 10)}
		a.closed++
	}
	b.slices[0], b.closed = timeline.Slice{Begin: 20, End: 60}, 1
	for _, arrow := range []timeline.Arrow{
		{From: 0, To: 1, Sent: 39, Arrived: 45}, {From: 0, To: 1, Sent: 40, Arrived: 45}, {From: 1, To: 0, Sent: 19, Arrived: 50},
	} {
		b.arrow(arrow)
	}
	line := Timeline([]*Recorder{a, b}, 60)
	require.Equal(t, []timeline.Arrow{{From: 0, To: 1, Sent: 40, Arrived: 45}}, line.Arrows)
	require.EqualValues(t, 4, line.Lanes[0].Dropped)
}

// No attempt to steal is forgotten because the clock stands still.
func TestAttemptsWithoutTime(t *testing.T) {
	r := New(0, 4, tick, time.Now, still{})
	r.Begin(time.Now())
	r.open, r.last = timeline.Slice{Activity: timeline.ActivitySteal, Begin: time.Hour, Victim: -1}, time.Hour
	r.StealEnded(1, 0, stealq.Empty)
	r.last = time.Hour
	r.StealEnded(1, 0, stealq.Lost)
	require.EqualValues(t, 2, r.open.Attempts)
}

// The size that mark.Options.MarkerBytes takes an entry for is its size, or a little more than on
// 32 bits.
func TestEntryBytes(t *testing.T) {
	size := int(reflect.TypeFor[timeline.Slice]().Size() + reflect.TypeFor[timeline.Arrow]().Size())
	require.LessOrEqual(t, size, EntryBytes)
	require.Greater(t, size, EntryBytes*9/10)
}

// script is a worker, and a clock that stands still between two steps.
type script struct {
	alone  bool
	counts Counts
	at     time.Time
}

func (s *script) MarksAlone() bool { return s.alone }
func (s *script) Counted() Counts  { return s.counts }
func (s *script) clock() time.Time { return s.at }

func (s *script) pass(d time.Duration) { s.at = s.at.Add(d) }

// A Recorder writes down one activity after the other, with what was counted meanwhile, and forgets it when the next
// mark begins.
func TestSlices(t *testing.T) {
	s := &script{}
	r := New(1, 8, tick, s.clock, s)
	for range 2 {
		start := time.Now()
		s.at, s.counts, s.alone = start, Counts{}, false
		r.Begin(start)
		s.pass(10 * time.Microsecond)
		r.Turn(timeline.ActivityScan)
		r.Taken(timeline.ActivityOverflow, 4) // to the refs that it scans
		s.pass(2 * time.Microsecond)
		s.counts = Counts{Scanned: 1, Private: 9, Deque: 8}
		s.alone = true
		r.Batch() // and from here on it marks alone
		s.pass(3 * time.Microsecond)
		s.counts = Counts{Scanned: 4, Harvested: 1, Overflowed: 2, Forwarded: 3, Private: 5}
		r.TurnAt(timeline.ActivitySteal, s.at)
		s.pass(1 * time.Microsecond)
		r.Taken(timeline.ActivityOverflow, 0) // finds nothing
		r.StealEnded(2, 6, stealq.Took)
		s.pass(4 * time.Microsecond)
		r.StealEnded(3, -2, stealq.Took)
		r.Turn(timeline.ActivitySteal)
		s.pass(5 * time.Microsecond)
		r.Taken(timeline.ActivityPending, 7)
		r.Turn(timeline.ActivityLook)
		r.Awaited()
		s.pass(6 * time.Microsecond)
		require.Equal(t, s.at.Sub(start), r.Sending())
		r.Turn(timeline.ActivityScan)
		s.counts.Scanned, s.counts.Received, s.alone = 5, 2, false
		s.pass(1 * time.Microsecond)
		r.Turn(timeline.ActivitySteal) // no worker to ask
		r.Taken(timeline.ActivityPending, 3)
		s.pass(2 * time.Microsecond)
		r.End(s.at)
		us := func(n int) time.Duration { return time.Duration(n) * time.Microsecond }
		line := Timeline([]*Recorder{New(0, 1, tick, s.clock, s), r, New(2, 1, tick, s.clock, s), New(3, 1, tick, s.clock, s)}, us(34))
		require.Equal(t, []timeline.Slice{
			{Begin: 0, End: us(10), Activity: timeline.ActivitySleep, Victim: -1},
			{Begin: us(10), End: us(12), Activity: timeline.ActivityScan, Victim: -1, Objects: 1, Items: 4, Private: 9, Deque: 8},
			{Begin: us(12), End: us(15), Activity: timeline.ActivityAlone, Victim: -1, Objects: 3, Harvested: 1, Overflowed: 2, Forwarded: 3, Private: 5},
			{Begin: us(15), End: us(20), Activity: timeline.ActivitySteal, Victim: 3, Outcome: stealq.Took, Attempts: 2, Items: 6, Private: 5},
			{Begin: us(20), End: us(25), Activity: timeline.ActivityPending, Victim: -1, Items: 7, Private: 5},
			{Begin: us(25), End: us(31), Activity: timeline.ActivityAwait, Victim: -1, Private: 5},
			{Begin: us(31), End: us(32), Activity: timeline.ActivityAlone, Victim: -1, Objects: 1, Items: 2, Private: 5},
			{Begin: us(32), End: us(34), Activity: timeline.ActivityPending, Victim: -1, Items: 3, Private: 5},
		}, line.Lanes[1].Slices)
		require.Zero(t, line.Lanes[1].Dropped)
		require.EqualValues(t, 2, r.arrived)
		require.Equal(t, []timeline.Arrow{
			{Kind: timeline.ArrowSteal, From: 2, To: 1, Sent: us(15), Arrived: us(16), Count: 6},
			{Kind: timeline.ArrowSteal, From: 1, To: 3, Sent: us(16), Arrived: us(20), Count: 2},
		}, r.arrows[:2])
	}
}

// The clock is read after as many batches as it was decided the last time, or when a worker begins to mark alone.
func TestBatchesBetweenReadings(t *testing.T) {
	s, readings := &script{at: time.Now()}, 0
	r := New(0, 8, tick, func() time.Time { readings++; return s.at }, s)
	r.Begin(s.at)
	r.TurnAt(timeline.ActivityScan, s.at)
	for every := 1; every <= maxEvery; every *= 2 {
		readings = 0
		for range every {
			require.Zero(t, readings)
			r.Batch()
		}
		require.Equal(t, 1, readings, "after %d batches", every)
	}
	s.alone = true
	r.Batch()
	require.Equal(t, timeline.ActivityAlone, r.open.Activity)
}

// A ring gives back the newest entries, the oldest of these first.
func TestNewest(t *testing.T) {
	for n := range uint64(20) {
		ring, want := make([]uint64, 6), []uint64{}
		for i := range n {
			ring[i%6] = i
		}
		for i := n - min(n, 6); i < n; i++ {
			want = append(want, i)
		}
		require.Equal(t, want, newest(ring, n))
	}
}

// The arrows of all workers come in the order in which they arrived.
func TestArrowsInOrder(t *testing.T) {
	all := []*Recorder{New(0, 2, tick, time.Now, still{}), New(1, 2, tick, time.Now, still{})}
	for i, r := range all {
		r.slices[0], r.closed = timeline.Slice{End: 100}, 1
		for k := range 2 {
			r.arrow(timeline.Arrow{From: int32(1 - i), To: int32(i), Arrived: time.Duration(50 + 10*k - i)})
		}
	}
	var arrived []time.Duration
	for _, a := range Timeline(all, 100).Arrows {
		arrived = append(arrived, a.Arrived)
	}
	require.Equal(t, []time.Duration{49, 50, 59, 60}, arrived)
}
