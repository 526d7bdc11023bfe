package crew

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Whatever a member kept of its last mark, complete or not, is gone when the next one begins, but for the accounts.
func TestResetForgetsTheLastMark(t *testing.T) {
	c := new(Crew)
	c.Init(2, tune.IdlePark, nil)
	m, at := c.Member(1), time.Now()
	m.Accounts = Accounts{1, 1, 1, at, at, true, at, at, 1, 1}
	m.Alone, m.First, m.begun, m.EmptyJoins = true, true, true, 1
	m.show(true)
	m.Reset()
	require.False(t, c.shown[1].more.Load())
	require.Equal(t, Member{crew: c, id: 1, Solo: SoloTimer{readAt: 1}, Accounts: Accounts{1, 1, 1, at, at, false, at, at, 1, 1}}, m)
}

// A member that has just become the holder of the exclusive bit charges for the others itself from
// now on. Its solo timer begins anew. No member becomes it after another one has come and gone.
func TestExcludeBeginsSolitude(t *testing.T) {
	m := idleMember(2)
	m.Lead(false)
	state, ok := m.crew.Lone()
	require.True(t, ok)
	other := m.crew.Member(1)
	require.Equal(t, Joined, other.Join())
	other.Leave(true)
	require.False(t, m.Exclude(state, 7))
	require.False(t, m.Alone)

	m.show(true)
	m.Solo.End()
	state, ok = m.crew.Lone()
	require.True(t, ok)
	require.True(t, m.Exclude(state, 7))
	require.True(t, m.Alone)
	require.False(t, m.First, "not since the mark began")
	require.True(t, m.crew.Exclusive())
	require.False(t, m.crew.shown[0].more.Load())
	require.False(t, m.moreShown)
	require.Equal(t, SoloTimer{readAt: 8}, m.Solo)
	require.Less(t, time.Since(m.aloneSince), time.Minute)
	require.Equal(t, Refused, other.Join())
}

// The bit goes when its holder clears it or leaves, and so does what the holder knows of it.
func TestTheBitGoes(t *testing.T) {
	for name, goes := range map[string]func(m *Member){"clear": (*Member).Clear, "leave": func(m *Member) { m.Leave(true) }} {
		m := idleMember(2)
		m.Lead(true)
		require.True(t, m.Alone && m.First && m.crew.Exclusive(), name)
		require.Equal(t, Joined, m.Join(), "it is active already")
		require.Equal(t, 1, m.crew.Active(), name)
		goes(m)
		require.False(t, m.Alone || m.First || m.crew.Exclusive(), name)
	}
}

// A member counts its joins in a row that found nothing.
func TestEmptyJoins(t *testing.T) {
	m := idleMember(1)
	m.crew.Reset()
	for _, c := range []struct {
		found bool
		want  int
	}{{false, 1}, {false, 2}, {true, 0}, {false, 1}} {
		require.Equal(t, Joined, m.Join())
		m.Leave(c.found)
		require.Equal(t, c.want, m.EmptyJoins)
	}
}

// A worker that parks looks so often before it does, and spins first unless another
// worker needs the processor; the other policies never park.
func TestLooksBeforeParking(t *testing.T) {
	looks := func(m *Member) (n int) {
		for n < 1000 && m.pause(n) {
			n++
		}
		return n
	}
	m := idleMember(2)
	require.Equal(t, policy.SpinLooks+policy.YieldLooks, looks(m))
	m.crew.Gather(2, 1, true)
	require.Equal(t, policy.YieldLooks, looks(m))
	for _, idle := range []tune.IdlePolicy{tune.IdleSpin, tune.IdleYield} {
		m.crew.idle = idle
		require.Equal(t, 1000, looks(m))
	}
	m.crew.idle = tune.IdleBackoff
	for _, look := range []int{policy.BackoffDoublings, 1000} {
		began := time.Now()
		require.True(t, m.pause(look))
		require.GreaterOrEqual(t, time.Since(began), 256*policy.BackoffFirst)
	}
}
