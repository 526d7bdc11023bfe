package mark

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// policyMarker returns a marker whose workers are parked, for calling the
// policies of worker 0 by hand.
func policyMarker(t *testing.T, o Options) (*Marker, *worker) {
	t.Helper()
	m, err := New(o)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	return m, m.workers[0]
}

// Victims can be told from the seed: these are the first numbers that splitmix64
// gives for it, computed with unbounded integers.
func TestVictimsComeFromSplitmix64(t *testing.T) {
	w := &worker{random: 1234567}
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		require.Equal(t, want, w.next())
	}
}

// With load L a worker attempts a steal once in L batches on average, and
// always while it holds less than an item.
func TestProbabilityIsInverseToTheLoad(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 2, Grain: 1, Steal: StealProbabilistic, Seed: 1})
	const looks = 20_000
	for load := range 65 {
		m.deques[0].Reset()
		for i := range load {
			require.True(t, m.deques[0].Push(uint64(i)))
		}
		attempts := 0
		for range looks {
			if w.shouldBalance() {
				attempts++
			}
		}
		want := float64(looks) / float64(max(1, load))
		require.InEpsilon(t, want, attempts, 0.25, "load %d", load)
		if load <= 1 {
			require.Equal(t, looks, attempts)
		}
	}
}

// Loads are compared with the one after the last attempt: twice as much or half
// as much is a change, anything between is none, and neither is none at all.
func TestFactorComparesWithTheLastAttempt(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 2, Grain: 1, Steal: StealFactor})
	for then := range 20 {
		for now := range 45 {
			m.deques[0].Reset()
			for i := range now {
				require.True(t, m.deques[0].Push(uint64(i)))
			}
			w.loadThen = then
			doubled, halved := now >= 2*then, 2*now <= then
			require.Equal(t, now != then && (doubled || halved), w.shouldBalance(), "%d, then %d", then, now)
		}
	}
}

// What a theft brought in counts as load at that attempt: it is no change.
func TestFactorRemembersTheLoadAfterATheft(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 2, Grain: 1, Steal: StealFactor, Amount: stealq.Half})
	for i := range 64 {
		require.True(t, m.deques[1].Push(uint64(i)))
	}
	require.True(t, m.deques[0].Push(64))
	n, outcome := w.rob(1)
	require.Equal(t, stealq.Took, outcome)
	require.Greater(t, n, 1)
	require.Equal(t, n+1, w.loadThen)
	require.False(t, w.shouldBalance())
}

// The load is in items: a grain of private refs, prefetched ones included, is
// one.
func TestLoadIsInItems(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 2, Grain: 4})
	w.top = 10
	w.take()
	require.Equal(t, 2, w.load())
	require.True(t, m.deques[0].Push(0))
	require.Equal(t, 3, w.load())
	w.bottom, w.top = 0, 0
	w.ring.empty()
	m.deques[0].Reset()
}

// A worker steals beside its own work only under a policy that says so, never
// while the others sleep, and at most once a batch.
func TestWhoBalances(t *testing.T) {
	for _, c := range []struct {
		steal    Steal
		alone    bool
		attempts uint64
	}{
		{StealOnEmpty, false, 0}, {StealProbabilistic, false, 1}, {StealProbabilistic, true, 0}, {StealFactor, false, 1}, {StealFactor, true, 0},
	} {
		m, w := policyMarker(t, Options{Workers: 2, Grain: 1, Steal: c.steal})
		w.alone, w.loadThen = c.alone, 5
		w.balance()
		require.Equal(t, c.attempts, m.deques[0].Counters().Steals, "%v, alone %v", c.steal, c.alone)
	}
}

// A queue whose items can move both ways evens out two workers from either side,
// if the amount is Balance; with another amount it steals like the others.
func TestBalancingBothWays(t *testing.T) {
	for _, c := range []struct {
		amount      stealq.Amount
		mine, his   int
		mine2, his2 int
	}{
		{stealq.Balance, 10, 2, 6, 6}, {stealq.Balance, 2, 10, 6, 6}, {stealq.Balance, 0, 1, 1, 0},
		{stealq.One, 10, 2, 11, 1}, {stealq.Half, 2, 10, 7, 5},
	} {
		m, w := policyMarker(t, Options{Workers: 2, Queue: "rudolph", Grain: 1, Steal: StealFactor, Amount: c.amount})
		require.Implements(t, (*stealq.Balancer)(nil), w.deque)
		for i := range max(c.mine, c.his) {
			require.True(t, i >= c.mine || m.deques[0].Push(uint64(i)))
			require.True(t, i >= c.his || m.deques[1].Push(uint64(i)))
		}
		w.loadThen = 99
		w.balance()
		require.Equal(t, [2]int{c.mine2, c.his2}, [2]int{m.deques[0].Len(), m.deques[1].Len()}, "%+v", c)
		require.EqualValues(t, 1, w.stats.Wakes, "items moved, either way, and nobody was woken")
		require.Equal(t, c.mine2, w.loadThen)
		require.Equal(t, c.mine2 > c.mine, w.lastVictim == 1, "a gift is no theft")
	}
}

// The last victim is asked again while it has as much as a random one, and
// forgotten when it has nothing.
func TestLastVictim(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 8, Grain: 1, Victim: VictimLast, Amount: stealq.One, Seed: 3})
	for i := range 4 {
		require.True(t, m.deques[5].Push(uint64(i)))
	}
	for w.lastVictim == w.id { // until a random choice hits it
		w.rob(w.victim())
	}
	require.Equal(t, 5, w.lastVictim)
	for range 3 {
		require.Equal(t, 5, w.victim(), "the others have nothing")
		w.rob(5)
	}
	w.rob(5)
	require.Equal(t, w.id, w.lastVictim, "it had nothing left")

	w.lastVictim = 5
	require.True(t, m.deques[5].Push(0))
	for i := range 3 {
		require.True(t, m.deques[2].Push(uint64(i)))
	}
	asked := map[int]int{}
	for range 200 {
		asked[w.victim()]++
	}
	require.Len(t, asked, 2, "a random one is asked only if it has more")
	require.Positive(t, asked[2])
	require.Greater(t, asked[5], asked[2])

	for range 2 {
		require.True(t, m.deques[5].Push(0))
	}
	for range 200 {
		require.Equal(t, 5, w.victim(), "a random one has no more than the last")
	}
}

// Orders in which the other workers of six are asked by worker 2, over two
// searches and the balancing after them.
func TestVictimOrders(t *testing.T) {
	for _, c := range []struct {
		victim Victim
		asked  []int
	}{
		{VictimRoundRobin, []int{3, 4, 5, 0, 1, 3, 4, 5}},
		{VictimNeighbour, []int{3, 1, 4, 0, 5, 3, 1, 4}},
	} {
		m, _ := policyMarker(t, Options{Workers: 6, Victim: c.victim})
		var asked []int
		for range c.asked {
			asked = append(asked, m.workers[2].victim())
		}
		require.Equal(t, c.asked, asked, "%v", c.victim)
	}

	m, _ := policyMarker(t, Options{Workers: 6, Grain: 1, Victim: VictimNeighbour, Steal: StealProbabilistic, Amount: stealq.One})
	require.True(t, m.deques[4].Push(1))
	w := m.workers[2]
	m.detector.reset()
	require.True(t, w.steal())
	require.Equal(t, 4, w.lastVictim, "a search goes on to those further off")
	for i := range 6 { // balancing does not: worker 4 is full of work in vain
		require.True(t, m.deques[4].Push(uint64(i)))
		w.balance()
	}
	require.Equal(t, 6, m.deques[4].Len())
	require.Equal(t, uint64(9), w.deque.Counters().Steals)
	m.detector.abort()
}
