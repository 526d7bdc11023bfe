package crew

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// told is Work that answers as it is told, and counts how often it is asked.
type told struct {
	offered, reserved, anywhere, doubt bool
	speculates                         int    // for so many looks
	poll                               func() // nil for none
	polls, roused, asked               int
	doubted                            []int
}

func (w *told) Offered() bool  { w.asked++; return w.offered }
func (w *told) Reserved() bool { return w.reserved }
func (w *told) Anywhere() bool { return w.anywhere }
func (w *told) Rouse()         { w.roused++; w.offered = true }

func (w *told) Poll() {
	if w.polls++; w.poll != nil {
		w.poll()
	}
}

func (w *told) Speculate() bool { w.speculates--; return w.speculates >= 0 }

func (w *told) Doubt(emptyJoins int) bool {
	w.doubted = append(w.doubted, emptyJoins)
	return w.doubt
}

// waits returns member 1 of three, which waits while member 0 is active, and holds the exclusive bit if so wanted.
func waits(exclusive bool) (lead, m *Member) {
	lead = idleMember(3)
	lead.Lead(exclusive)
	other := lead.crew.Member(1)
	other.StartAt(time.Now().Add(-time.Hour))
	return lead, &other
}

// A member stops waiting for work that it sees, unless there is doubt about it. The time up to then is charged.
func TestAwaitSeesWork(t *testing.T) {
	for _, doubt := range []bool{false, true} {
		for _, joins := range []int{0, policy.SpinLooks + 1} {
			lead, m := waits(false)
			lead.show(true)
			m.EmptyJoins = joins
			work := &told{offered: true, doubt: doubt}
			require.Equal(t, !doubt, m.Await(work))
			require.Equal(t, []int{joins}, work.doubted)
			require.GreaterOrEqual(t, m.Hoarded, time.Hour)
			require.Less(t, time.Since(m.chargedUntil), time.Minute)
		}
	}
}

// While another member holds the exclusive bit, nothing is offered. Then a member looks for as long as its policy
// says, polls at each look, and charges its time.
func TestAwaitLooksInVain(t *testing.T) {
	const looks = policy.SpinLooks + policy.YieldLooks
	for _, exclusive := range []bool{false, true} {
		lead, m := waits(exclusive)
		lead.show(true)
		work := &told{offered: exclusive}
		require.False(t, m.Await(work))
		require.False(t, m.crew.Done())
		require.Equal(t, looks+1, work.polls)
		require.GreaterOrEqual(t, m.Hoarded, time.Hour)
		require.Empty(t, work.doubted)
		require.Zero(t, work.roused)

		work = &told{speculates: 7}
		require.False(t, m.Await(work))
		require.GreaterOrEqual(t, work.polls, 7+looks, "whoever speculates begins to count its looks anew")
	}
}

// A member that polls may end the mark. Then it waits no longer.
func TestAwaitEnds(t *testing.T) {
	_, m := waits(false)
	work := &told{poll: m.crew.Abort}
	require.False(t, m.Await(work))
	require.Equal(t, 1, work.polls)
	require.False(t, m.Await(work))
	require.Equal(t, 1, work.polls, "the mark is over")
	require.Equal(t, 1, work.asked)
}

// While no worker is active and something is left that only others can take, a member wakes them.
// If nothing is left, it ends the mark, and wakes member 0.
func TestAwaitWhileNobodyIsActive(t *testing.T) {
	lead, m := waits(false)
	lead.Leave(true)
	work := &told{anywhere: true}
	require.True(t, m.Await(work))
	require.Equal(t, 1, work.roused)
	require.False(t, m.crew.Done())

	m.crew.mu.Lock()
	m.crew.parked = append(m.crew.parked, 0) // as Park does before it waits
	m.crew.count(0, 1)
	m.crew.leave()
	m.crew.mu.Unlock()
	work = &told{}
	require.False(t, m.Await(work))
	require.True(t, m.crew.Done())
	require.Zero(t, work.roused)
	require.Equal(t, 1, waiting(m.crew.tokens[0]))
}

// A member that is about to park is needed if work is offered to it. After the end only member 0 is needed.
func TestWanted(t *testing.T) {
	for _, exclusive := range []bool{false, true} {
		for _, offered := range []bool{false, true} {
			lead, m := waits(exclusive)
			require.Equal(t, offered && !exclusive, m.Wanted(&told{offered: offered}))
			lead.crew.Abort()
			require.True(t, lead.Wanted(&told{offered: offered}))
			require.False(t, m.Wanted(&told{offered: offered}))
		}
	}
}
