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

// The time from one reading of the clock to the next stays near tick.
func TestPaceOfReadings(t *testing.T) {
	r := New(0, 1, time.Now, still{})
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

// What comes from one sender within a tick is one arrow, and what comes later is another.
func TestArrowsJoinSlots(t *testing.T) {
	now := time.Now()
	r := New(0, 8, func() time.Time { return now }, still{})
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
	a, b := New(0, 2, time.Now, still{}), New(1, 3, time.Now, still{})
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
	r := New(0, 4, time.Now, still{})
	r.Begin(time.Now())
	r.open, r.last = timeline.Slice{Activity: timeline.ActivitySteal, Begin: time.Hour, Victim: -1}, time.Hour
	r.StealEnded(1, 0, stealq.Empty)
	r.last = time.Hour
	r.StealEnded(1, 0, stealq.Lost)
	require.EqualValues(t, 2, r.open.Attempts)
}

// What mark.Options.MarkerBytes takes an entry for is what it is, or a little more than on 32 bits.
func TestEntryBytes(t *testing.T) {
	size := int(reflect.TypeFor[timeline.Slice]().Size() + reflect.TypeFor[timeline.Arrow]().Size())
	require.LessOrEqual(t, size, EntryBytes)
	require.Greater(t, size, EntryBytes*9/10)
}
