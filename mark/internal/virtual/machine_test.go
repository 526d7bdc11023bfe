package virtual

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/coherence"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// written is what workers have written down, in the order in which they did.
type written []string

func (w *written) add(p *Processor, what string) {
	*w = append(*w, fmt.Sprintf("%d %v %s", p.id, p.at, what))
}

// The worker with the earliest time runs, and among equals the one with the lowest number. A worker that lets no time pass
// goes on, and one that must not yield does, too.
func TestEarliestFirst(t *testing.T) {
	var got written
	m := NewMachine(3, costs.Costs{Object: 10, Ref: 1, Claim: 100})
	m.Run(func() {
		p := m.Processor(0)
		for id := 1; id < 3; id++ {
			m.Spawn(id, func() {
				p := m.Processor(id)
				got.add(p, "begins")
				p.Collected(1, 10-5*id)
				got.add(p, "ends")
			})
		}
		got.add(p, "goes on")
		p.Collected(1, 0)
		got.add(p, "claims")
		p.Claimed([]uint32{1})
		got.add(p, "has claimed")
		p.Collected(1, 0)
		got.add(p, "ends")
	})
	require.Equal(t, written{"0 0s goes on", "1 0s begins", "2 0s begins", "0 10ns claims", "0 110ns has claimed", "2 10ns ends", "1 15ns ends", "0 120ns ends"}, got)
	require.EqualValues(t, 7, m.Events)
	require.Equal(t, Spent{Scans: 20, Claims: 100}, m.Processor(0).Spent)
}

// A sleeper goes on some time after it was woken. No time is lost if the wake-up came before. Join waits for the last
// worker.
func TestSleepWakeAndJoin(t *testing.T) {
	var got written
	m := NewMachine(2, costs.Costs{Object: 1, Wake: 1000, WakeDelay: 500})
	m.Run(func() {
		p := m.Processor(0)
		p.Collected(7, 0)
		m.Rouses()
		m.Spawn(1, func() {
			p := m.Processor(1)
			got.add(p, "begins")
			m.Sleep(1)
			got.add(p, "wakes")
			m.Wake(1)
			m.Sleep(1)
			p.Collected(90, 0)
			got.add(p, "ends")
		})
		p.Collected(1000, 0)
		got.add(p, "wakes it")
		m.Wake(1)
		m.Join()
		got.add(p, "is alone")
		m.Join()
	})
	require.Equal(t, written{"1 1.507µs begins", "0 2.007µs wakes it", "1 2.507µs wakes", "1 2.597µs ends", "0 2.597µs is alone"}, got)
}

// A machine on which all workers sleep, or that goes on for too long, says this once. Its owner lets the workers end.
func TestStuck(t *testing.T) {
	for _, limit := range []uint64{0, 10} {
		m := NewMachine(2, costs.Costs{Object: 1})
		var told []error
		over := false
		m.Limit, m.Stuck = limit, func(err error) { told, over = append(told, err), true; m.Wake(0) }
		m.Run(func() {
			m.Spawn(1, func() {
				for limit > 0 && !over {
					m.Processor(1).Looks(1, false)
					m.Processor(1).GivesWay() // a nanosecond, though it costs nothing
				}
			})
			m.Sleep(0)
		})
		require.Len(t, told, 1)
		want := "every worker sleeps"
		if limit > 0 {
			require.ErrorIs(t, told[0], ErrTooLong)
			want = "after 10 points"
		}
		require.ErrorContains(t, told[0], want)
	}
}

// A turn of a loop that waits takes a nanosecond at least (VT3).
func TestTurnsTakeTime(t *testing.T) {
	m := NewMachine(1, costs.Costs{})
	m.Run(func() {
		p := m.Processor(0)
		require.True(t, p.GivesWay())
		require.EqualValues(t, 1, p.at)
		require.True(t, p.Naps(0))
		require.EqualValues(t, 2, p.at)
	})
}

// Run returns although nothing can end the mark.
func TestStuckWithoutAnOwner(t *testing.T) {
	m := NewMachine(1, costs.Costs{})
	require.ErrorIs(t, m.Run(func() { m.Sleep(0) }), errStuck)
}

// holds is a deque with an item, or without.
func holds(item bool) stealq.Deque {
	d := stealq.StealHalf.New(1, 2)[0]
	if item {
		d.Push(1)
	}
	return d
}

// An attempt loses if the same victim was robbed since it began, it showed something, and its kind can lose. A thief pops
// its loot before another worker comes.
func TestAttempts(t *testing.T) {
	for _, c := range []struct{ shows, loses, lost bool }{{true, true, true}, {false, true, false}, {true, false, false}} {
		m := NewMachine(3, costs.Costs{Attempt: 600, Lost: 50, Push: 1000, Object: 1})
		var got written
		m.Run(func() {
			m.Spawn(1, func() {
				p := m.Processor(1)
				p.Collected(10, 0)
				lost := p.Attempts(2, holds(c.shows), c.loses)
				got.add(p, fmt.Sprint("lost ", lost))
			})
			p := m.Processor(0)
			require.False(t, p.Attempts(2, holds(true), true))
			p.Stole(2, 1)
			p.Pops()
			got.add(p, "pops")
			p.Pops()
			got.add(p, "pops another")
		})
		lost := map[bool]time.Duration{true: 660, false: 610}[c.lost]
		require.Equal(t, written{"0 1.6µs pops", fmt.Sprintf("1 %v lost %v", lost, c.lost), "0 2.6µs pops another"}, got)
	}
}

// A thief that sees empty deques runs ahead of the others, but not far.
func TestVainAttemptsRunAhead(t *testing.T) {
	m := NewMachine(1000, costs.Costs{Attempt: 200, Object: 1})
	var got written
	m.Run(func() {
		m.Spawn(1, func() { got.add(m.Processor(1), "begins") })
		for range 4 {
			m.Processor(0).Attempts(1, holds(false), true)
			got.add(m.Processor(0), "saw")
		}
	})
	require.Equal(t, written{"0 200ns saw", "0 400ns saw", "1 0s begins", "0 600ns saw", "0 800ns saw"}, got)
	require.EqualValues(t, 4, m.Points)
}

// The looks of workers that spin are one, until another worker does something.
func TestSpinning(t *testing.T) {
	m := NewMachine(4, costs.Costs{Object: 1, Look: 1})
	var got written
	over := false
	m.Run(func() {
		for id := 1; id < 3; id++ {
			m.Spawn(id, func() {
				p := m.Processor(id)
				for !over {
					p.Looks(2+id, true)
					got.add(p, "looks")
				}
			})
		}
		m.Spawn(3, func() { m.Sleep(3) })
		for range 2 {
			m.Processor(0).Collected(100, 0)
			got.add(m.Processor(0), "scans")
		}
		over = true
		m.Wake(3)
	})
	require.Equal(t, written{"1 3ns looks", "2 4ns looks", "0 100ns scans", "2 100ns looks", "1 102ns looks", "0 200ns scans", "2 200ns looks", "1 201ns looks"}, got)
}

// watched writes down what an observer is told.
type watched struct {
	*Machine
	changed [2]int
	doing   [Activities]time.Duration
}

func (w *watched) Changed(worker int) { w.changed[worker]++ }

func (w *watched) Passes(span time.Duration) {
	for does, n := range w.Doing {
		w.doing[does] += span * time.Duration(n)
	}
}

// At any time an observer knows what each worker does. A worker with work spends as much time as it counts.
func TestObserver(t *testing.T) {
	m := NewMachine(2, costs.Costs{Object: 1, Claim: 1000, Attempt: 300, Push: 20, Look: 5, Wake: 7, WakeDelay: 50, Miss: 100, Cursor: 60})
	w := &watched{Machine: m}
	m.Observer = w
	m.Run(func() {
		p := m.Processor(0)
		p.Collected(10, 0) // 10 ns
		m.Rouses()         // 7 ns
		m.Spawn(1, func() {
			q := m.Processor(1) // at 67
			q.Attempts(0, holds(true), false)
			q.Stole(0, 1)
			q.Looks(2, false) // at 377
			q.Foresees()      // at 477
			q.Foresaw(2)      // 80 more
			m.Sleep(1)
		})
		p.Claimed([]uint32{1, 2}) // 2,000 ns
		p.Pushes()
		require.Equal(t, Claims, p.does)
		m.Wake(1)
		m.Join() // at 2,087
	})
	var sum time.Duration
	for _, d := range w.doing {
		sum += d
	}
	require.Equal(t, 2*2087*time.Nanosecond, sum, "%v", w.doing)
	require.EqualValues(t, 10, w.doing[Scans])
	require.EqualValues(t, 7+2000+20, w.doing[Claims], "the largest")
	require.Equal(t, Spent{Scans: 10, WakeUps: 7, Claims: 2000, Deques: 20}, m.processors[0].Spent)
	require.EqualValues(t, 300, w.doing[Searches])
	require.EqualValues(t, 10, w.doing[Looks])
	require.EqualValues(t, 100, w.doing[Speculates])
	require.EqualValues(t, 2, m.Steps)
}

// The batches in flight arrive in the order in which they were asked for. Those that were taken back do not arrive.
func TestArrivals(t *testing.T) {
	m := NewMachine(1, costs.Costs{Miss: 100, Object: 1})
	m.Run(func() {
		p := m.Processor(0)
		p.Prefetched(nil)
		p.Collected(30, 0)
		p.Prefetched(nil)
		p.Awaits()
		require.EqualValues(t, 100, p.at)
		p.Prefetched(nil)
		p.Recalled()
		p.Prefetched(nil)
		p.Awaits()
		require.EqualValues(t, 130, p.at)
		p.Awaits()
		require.EqualValues(t, 200, p.at)
		p.Collected(500, 0)
		p.Prefetched(nil)
		p.Collected(200, 0)
		p.Awaits()
		require.EqualValues(t, 900, p.at, "it has arrived already")
	})
}

// A worker that has done much without a point that yields does not keep the memory of its socket busy until then for others.
func TestMemoryIsNotBusyAhead(t *testing.T) {
	milan, _ := machines.Named("milan")
	m := NewMachine(2, costs.Costs{})
	m.Memory = coherence.New(milan, 2, 1<<20)
	m.Run(func() {
		ahead, other := m.Processor(0), m.Processor(1)
		ahead.Prefetched([]uint32{1000})
		alone := ahead.arrivals[0]
		ahead.charge(Claims, time.Millisecond)
		ahead.Prefetched([]uint32{2000})
		require.Greater(t, ahead.arrivals[1], time.Millisecond)
		other.Prefetched([]uint32{3000})
		require.Less(t, other.arrivals[0], 2*alone)
	})
}

// TestTestsAhead: what a worker marks after it has asked for lines hides their way, but no more than that.
func TestTestsAhead(t *testing.T) {
	of := machines.Machine{Cores: 1, Group: 1, Socket: 1, Private: 1 << 20, Last: 1 << 20, Memory: machines.Of(100), Overlap: machines.Of(4), Test: machines.Of(1)}
	for before, want := range map[int]time.Duration{0: 101, 30: 71, 100: 1, 1000: 1} {
		m := NewMachine(1, costs.Costs{})
		m.Memory = coherence.New(&of, 1, 1<<20)
		m.Arm(1)
		m.Run(func() {
			p := m.Processor(0)
			p.TestsOwn([]uint32{0}, before)
			require.Equal(t, want, p.at, "%d", before)
		})
	}
}

// A worker is held up at points.
func TestDelay(t *testing.T) {
	m := NewMachine(1, costs.Costs{Object: 1})
	m.Delay = func() time.Duration { return time.Microsecond }
	m.Run(func() {
		for range 100 {
			m.Processor(0).Collected(1, 0)
		}
		require.Equal(t, 100*(time.Microsecond+1), m.Processor(0).at)
	})
}

// Preempt takes the processor away at any place, but not from an observer, and a machine is not told that it takes too long
// while a worker holds a lock.
func TestPreempt(t *testing.T) {
	m := NewMachine(2, costs.Costs{Object: 1})
	var got written
	delay := func() time.Duration { return time.Microsecond }
	m.Preempt(delay) // no worker runs
	locked := true
	var told error
	m.Held, m.Stuck = func() bool { return locked }, func(err error) { told = err }
	m.Arm(2)
	m.Run(func() {
		p := m.Processor(0)
		m.Spawn(1, func() { got.add(m.Processor(1), "begins") })
		m.Preempt(delay)
		require.Positive(t, p.at)
		got.add(p, "goes on")
		for range 3 {
			p.Collected(1, 0)
		}
		require.NoError(t, told)
		locked = false
		p.Collected(1, 0)
		require.ErrorIs(t, told, ErrTooLong)
	})
	require.Len(t, got, 2)
	require.Contains(t, got[0], "begins")
}

// On hardware there is no machine, and points do nothing.
func TestNilIsHardware(t *testing.T) {
	var m *Machine
	p := m.Processor(3)
	require.Nil(t, p)
	p.Prefetched(nil)
	p.Recalled()
	p.Awaits()
	p.Forgets()
	p.Collected(1, 1)
	p.Chases(1, 1)
	p.Waits()
	p.ClaimsChunk(0)
	p.Claimed([]uint32{1})
	p.Tests([]uint32{1}, true)
	p.TestsOwn([]uint32{1}, 1)
	p.Marked([]uint32{1})
	p.Divides(1)
	p.Counts()
	p.CountsItself()
	p.Pushes()
	p.Pops()
	p.Overflows(1)
	p.Pended(1)
	p.Sends(0, 1)
	p.Spilt(1)
	p.LooksInto(1)
	p.Receives(0, 1)
	p.Stole(1, 1)
	p.Looks(1, false)
	p.Foresees()
	p.Foresaw(1)
	p.Moved(1)
	require.False(t, p.Attempts(1, holds(true), true) || p.GivesWay() || p.Naps(1))
}
