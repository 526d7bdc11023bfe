package policy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// thiefOf returns the thief of worker id of several, whose deques are of this
// kind, and the deques.
func thiefOf(kind string, workers, id int, c Choice) (*Thief, []stealq.Deque) {
	k, _ := stealq.ParseKind(kind)
	deques := k.New(workers, 64)
	if c.Grain == 0 {
		c.Grain = 1
	}
	t := NewThief(c, id, deques)
	return &t, deques
}

func push(t *testing.T, d stealq.Deque, n int) {
	t.Helper()
	for i := range n {
		require.True(t, d.Push(uint64(i)))
	}
}

// Victims can be told from the seed: these are the first numbers that splitmix64
// gives for it, computed with unbounded integers.
func TestVictimsComeFromSplitmix64(t *testing.T) {
	random := Random(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		require.Equal(t, want, random.Next())
	}
}

// Each worker's victims come from the seed and its number.
func TestWorkersDifferBySeed(t *testing.T) {
	for id, odd := range []uint64{0, 0xd1342543de82ef95, 0xa2684a87bd05df2a} { // multiples modulo 2^64
		thief, _ := thiefOf("locked", 3, id, Choice{Seed: 1<<63 + 5})
		require.EqualValues(t, 1<<63+5^odd, thief.random, "worker %d", id)
	}
}

// With load L a worker attempts a steal once in L batches on average, and
// always while it holds less than an item.
func TestProbabilityIsInverseToTheLoad(t *testing.T) {
	thief, deques := thiefOf("stealhalf", 2, 0, Choice{Steal: tune.StealProbabilistic, Seed: 1})
	const looks = 20_000
	for load := range 65 {
		deques[0].Reset()
		push(t, deques[0], load)
		attempts, before := 0, thief.random
		for range looks {
			if thief.Balances(false, 0) {
				attempts++
			}
		}
		want := float64(looks) / float64(max(1, load))
		require.InEpsilon(t, want, attempts, 0.25, "load %d", load)
		if load <= 1 {
			require.Equal(t, looks, attempts)
			require.Equal(t, before, thief.random, "a number is drawn for a choice only")
		}
	}
}

// Loads are compared with the one after the last attempt: twice as much or half
// as much is a change, anything between is none, and neither is none at all.
func TestFactorComparesWithTheLastAttempt(t *testing.T) {
	thief, deques := thiefOf("locked", 2, 0, Choice{Steal: tune.StealFactor, Grain: 2})
	for then := range 20 {
		for now := range 45 {
			deques[0].Reset()
			push(t, deques[0], then/3)
			thief.Remember(1, 0, stealq.Lost, 2*(then-then/3)+1)
			require.Equal(t, then, thief.loadThen)
			push(t, deques[0], now/2)
			doubled, halved := now+then/3 >= 2*then, 2*(now+then/3) <= then
			require.Equal(t, now+then/3 != then && (doubled || halved), thief.Balances(false, 2*(now-now/2)), "%d, then %d", now, then)
		}
	}
	thief.Begin(len(deques))
	require.Zero(t, thief.loadThen)
}

// Only a worker that is not alone balances, if there is another and the policy
// says so.
func TestWhoMayBalance(t *testing.T) {
	for _, workers := range []int{1, 2} {
		for _, steal := range tune.StealPolicies() {
			for _, alone := range []bool{false, true} {
				thief, deques := thiefOf("locked", workers, 0, Choice{Steal: steal})
				push(t, deques[0], 1)
				require.Equal(t, workers > 1 && steal != tune.StealOnEmpty && !alone, thief.Balances(alone, 0))
			}
		}
	}
}

// Orders in which the other workers of six are asked by worker 2, over two
// searches and the balancing after them.
func TestVictimOrders(t *testing.T) {
	for _, c := range []struct {
		victim tune.VictimPolicy
		asked  []int
	}{
		{tune.VictimRoundRobin, []int{3, 4, 5, 0, 1, 3, 4, 5}},
		{tune.VictimNeighbour, []int{3, 1, 4, 0, 5, 3, 1, 4}},
	} {
		thief, _ := thiefOf("locked", 6, 2, Choice{Victim: c.victim})
		var asked []int
		for range c.asked {
			asked = append(asked, thief.Victim())
		}
		require.Equal(t, c.asked, asked, "%v", c.victim)
		require.Equal(t, 10, thief.Attempts())
	}

	nearest, _ := thiefOf("locked", 6, 2, Choice{Victim: tune.VictimNeighbour})
	require.Equal(t, []int{3, 1, 3, 1}, []int{nearest.Partner(), nearest.Partner(), nearest.Partner(), nearest.Partner()})
	require.Equal(t, 4, nearest.Victim(), "a search goes on to those further off")
	nearest.Search()
	require.Equal(t, 3, nearest.Victim(), "and begins with the nearest")

	turn, _ := thiefOf("locked", 4, 0, Choice{Victim: tune.VictimRoundRobin})
	var asked []int
	for range 3 {
		asked = append(asked, turn.Victim(), turn.Partner())
		turn.Search()
	}
	require.Equal(t, []int{1, 2, 3, 1, 2, 3}, asked, "each in turn, whatever for")
}

// A random victim is any other worker, each as often as the next.
func TestAnyOtherIsUniform(t *testing.T) {
	for workers := 2; workers <= 6; workers++ {
		for id := range workers {
			thief, _ := thiefOf("locked", workers, id, Choice{Seed: 9})
			asked := make([]int, workers)
			const times = 3000
			for range times {
				asked[thief.Victim()]++
			}
			for v, n := range asked {
				if v == id {
					require.Zero(t, n)
				} else {
					require.InEpsilon(t, times/(workers-1), n, 0.2, "worker %d of %d asked %d", id, workers, v)
				}
			}
		}
	}
}

// The last victim is asked again while it has as much as a random one, and
// forgotten when it has nothing.
func TestLastVictim(t *testing.T) {
	thief, deques := thiefOf("locked", 8, 0, Choice{Victim: tune.VictimLast, Amount: stealq.One, Seed: 3})
	rob := func(victim int) {
		n, outcome := thief.Rob(victim)
		thief.Remember(victim, n, outcome, 0)
	}
	push(t, deques[5], 4)
	for thief.last == 0 { // until a random choice hits it
		rob(thief.Victim())
	}
	require.Equal(t, 5, thief.last)
	for range 3 {
		require.Equal(t, 5, thief.Victim(), "the others have nothing")
		rob(5)
	}
	thief.Remember(5, 0, stealq.Lost, 0)
	require.Equal(t, 5, thief.last, "a lost race says nothing")
	rob(5)
	require.Equal(t, 0, thief.last, "it had nothing left")

	thief.last = 5
	push(t, deques[5], 1)
	push(t, deques[2], 3)
	asked := map[int]int{}
	for range 200 {
		asked[thief.Victim()]++
	}
	require.Len(t, asked, 2, "a random one is asked only if it has more")
	require.Positive(t, asked[2])
	require.Greater(t, asked[5], asked[2])

	push(t, deques[5], 2)
	for range 200 {
		require.Equal(t, 5, thief.Victim(), "a random one has no more than the last")
	}

	// Without a last victim two random ones compete, and the first drawn wins
	// a tie. Worker 2 is found with the chance that one of two draws hits it.
	thief.last = 0
	deques[5].Reset()
	hits := 0
	for range 7000 {
		if thief.Victim() == 2 {
			hits++
		}
	}
	require.InEpsilon(t, 7000*13/49, hits, 0.1)
}

// A victim that does not take part in the next mark is forgotten, and one that does is asked first.
func TestLastVictimOfALargerTeam(t *testing.T) {
	for last := range 6 {
		for team := 1; team <= 6; team++ {
			thief, deques := thiefOf("locked", 6, 0, Choice{Victim: tune.VictimLast})
			push(t, deques[last], 1)
			thief.Remember(last, 1, stealq.Took, 0)
			thief.Begin(team)
			switch {
			case team == 1: // there is no worker to ask
			case last > 0 && last < team:
				require.Equal(t, last, thief.Victim())
			default:
				require.Less(t, thief.Victim(), team, "%d of the last team, now %d workers", last, team)
			}
		}
	}
}

// Both directions, if the deques can and the amount is Balance; otherwise a theft.
// A gift is no theft, and the load afterwards is remembered.
func TestEvenBothWays(t *testing.T) {
	for _, c := range []struct {
		kind        string
		amount      stealq.Amount
		mine, his   int
		mine2, his2 int
	}{
		{"rudolph", stealq.Balance, 10, 2, 6, 6}, {"rudolph", stealq.Balance, 2, 10, 6, 6}, {"rudolph", stealq.Balance, 0, 1, 1, 0},
		{"rudolph", stealq.One, 10, 2, 11, 1}, {"rudolph", stealq.Half, 2, 10, 7, 5}, {"locked", stealq.Balance, 10, 2, 10, 2},
	} {
		thief, deques := thiefOf(c.kind, 2, 0, Choice{Steal: tune.StealFactor, Amount: c.amount})
		push(t, deques[0], c.mine)
		push(t, deques[1], c.his)
		n, outcome := thief.Even(1)
		thief.Remember(1, n, outcome, 3)
		require.Equal(t, [2]int{c.mine2, c.his2}, [2]int{deques[0].Len(), deques[1].Len()}, "%+v", c)
		require.Equal(t, c.mine2-c.mine, n)
		require.Equal(t, c.mine2+3, thief.loadThen)
		require.Equal(t, c.mine2 > c.mine, thief.last == 1, "a gift is no theft")
	}
	thief, deques := thiefOf("rudolph", 2, 0, Choice{Amount: stealq.Balance})
	push(t, deques[0], 10)
	_, outcome := thief.Rob(1)
	require.Equal(t, stealq.Empty, outcome, "a theft gives nothing")
	thief.Remember(1, 0, outcome, 3)
	require.Zero(t, thief.loadThen, "only Factor wants it")
}
