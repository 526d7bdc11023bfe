package policy

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// chases is a marker along a list, with times that are invented.
type chases struct {
	gate    Gate
	plain   float64 // nanoseconds for an object without cursors
	cost    float64 // so many times as long takes an object while cursors are moved
	visits  float64 // objects that cursors visit in a round
	harvest float64 // of what was visited, the part that harvests find
	noise   float64 // times differ by up to this part

	random  *rand.Rand
	credit  float64 // visited and not yet harvested
	scanned int
	with    int           // of scanned, those while cursors were moved
	took    time.Duration // by the clock
	saved   float64       // nanoseconds, if what was harvested takes a quarter of the time
}

const chaseRounds = 64

// step is one chase.
func (c *chases) step() {
	c.scanned += chaseRounds
	ns := c.plain * chaseRounds
	if c.noise > 0 {
		ns *= 1 + c.noise*(2*c.random.Float64()-1)
	}
	if c.gate.Waits() {
		c.took += time.Duration(ns)
		c.gate.Waited(chaseRounds)
		return
	}
	visited := uint64(0)
	if c.gate.Speculates() {
		ns *= c.cost
		c.with += chaseRounds
		visited = uint64(c.visits * chaseRounds)
		c.credit += c.harvest * float64(visited)
		const spacing, found = 64, 16
		for ; c.credit >= spacing*found; c.credit -= spacing * found {
			c.gate.Harvested(found, spacing)
			c.saved += 0.75 * c.plain * spacing * found
		}
	}
	took := time.Duration(ns)
	c.took += took
	c.gate.Did(chaseRounds, chaseRounds, chaseRounds+visited, took)
}

// slowdown is how many times as long all took as without cursors.
func (c *chases) slowdown() float64 {
	return (float64(c.took) - c.saved) / (c.plain * float64(c.scanned))
}

// If no harvest finds anything, at most an eighth of the time goes to cursors, whatever they cost
// and however much they visit. The time of the first windows and what clocks round is left out
// of account.
func TestGateThatNeverGains(t *testing.T) {
	worst := 0.0
	for _, plain := range []float64{3, 20, 100, 500} {
		for _, cost := range []float64{1, 1.1, 1.5, 2, 3, 8, 40} {
			for _, visits := range []float64{0, 0.3, 1, 4, 16} {
				c := &chases{gate: NewGate(1 << 20), plain: plain, cost: cost, visits: visits}
				for range 1 << 14 {
					c.step()
				}
				require.Less(t, c.slowdown(), 8./7+0.02, "%v ns, cursors cost %v and visit %v", plain, cost, visits)
				worst = max(worst, c.slowdown())
				require.Positive(t, c.with, "there was no trial")
			}
		}
	}
	t.Logf("at worst %.3f times as slow", worst)
	require.Greater(t, worst, 1.01, "the gate was never tried")
}

// With times that differ from window to window the same holds, but for a few parts in a hundred.
func TestGateWithNoise(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 8))
		c := &chases{gate: NewGate(1 << 20), plain: 100, cost: 1 + 3*random.Float64(), visits: 16 * random.Float64(), noise: 0.3, random: random}
		for range 1 << 14 {
			c.step()
		}
		require.Less(t, c.slowdown(), 1.25, "seed %d: cursors cost %v and visit %v", seed, c.cost, c.visits)
	}
}

// If rounds with cursors are so slow that no number of visits could make up for it, the gate gives
// up, and tries ever more seldom.
func TestGateGivesUp(t *testing.T) {
	c := &chases{gate: NewGate(1 << 20), plain: 50, cost: 30, visits: 16}
	first, tried := 0, 0
	for range 1 << 14 {
		c.step()
	}
	first = c.with
	for range 1 << 14 {
		c.step()
	}
	tried = c.with - first
	require.Positive(t, first)
	require.Less(t, first, 1<<14*chaseRounds/50)
	require.Less(t, tried, first)
	require.False(t, c.gate.Active(), "others would be woken")
}

// Along a list whose objects are all found, cursors move nearly all the time, and others are
// wanted.
func TestGateThatGains(t *testing.T) {
	for _, plain := range []float64{20, 150} {
		c := &chases{gate: NewGate(1 << 22), plain: plain, cost: 2, visits: 12, harvest: 1}
		for range 1 << 10 {
			c.step()
		}
		before, with := c.scanned, c.with
		for range 1 << 12 {
			c.step()
		}
		require.Greater(t, float64(c.with-with), 0.9*float64(c.scanned-before), "%v ns", plain)
		require.True(t, c.gate.Active())
		require.False(t, c.gate.Tries())
	}
}

// A gate that has given up tries again. A list after much that is no list is still found.
func TestGateComesBack(t *testing.T) {
	c := &chases{gate: NewGate(1 << 22), plain: 100, cost: 30, visits: 1}
	for range 1 << 10 {
		c.step()
	}
	require.True(t, c.gate.Waits() || !c.gate.Speculates())
	c.cost, c.visits, c.harvest = 2, 12, 1
	steps := 0
	for ; !c.gate.Active() || c.gate.Tries(); steps++ {
		require.Less(t, steps, 1<<14, "it never came back")
		c.step()
	}
	require.Positive(t, steps)
	c.cost, c.harvest = 30, 0 // and it gives up again
	for range 1 << 12 {
		c.step()
	}
	require.False(t, c.gate.Active())
	c.cost, c.harvest = 2, 1
	for steps = 0; !c.gate.Active(); steps++ {
		require.Less(t, steps, 1<<16, "it came back only once")
		c.step()
	}
}

// Two gates do not decide, whatever they are told.
func TestGatesThatDoNotDecide(t *testing.T) {
	never, always := NeverSpeculates(), AlwaysSpeculates()
	random := rand.New(rand.NewPCG(1, 9))
	for range 1000 {
		require.True(t, never.Waits())
		require.False(t, never.Speculates())
		require.False(t, never.Active())
		require.False(t, always.Waits())
		require.True(t, always.Speculates())
		require.True(t, always.Active())
		require.False(t, always.Tries())
		never.Waited(random.IntN(1 << 20))
		always.Did(1+random.IntN(64), random.Uint64N(64), random.Uint64N(1<<20), time.Duration(random.IntN(1<<20)))
		always.Harvested(1+random.IntN(100), 64)
	}
}

// Whatever clocks say, a gate stays of sound mind: a clock that stands still, leaps, or windows in
// which nothing is scanned.
func TestGateWithOddClocks(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 10))
		g := NewGate(1 << random.IntN(30))
		with, without := 0, 0
		for range 1 << 14 {
			rounds := 1 + random.IntN(64)
			took := time.Duration(random.IntN(1 << random.IntN(24)))
			if seed%5 == 0 {
				took = 0
			}
			switch {
			case g.Waits():
				g.Waited(rounds)
				without++
			case g.Speculates():
				with++
				fallthrough
			default:
				scanned := random.Uint64N(uint64(rounds) + 1)
				g.Did(rounds, scanned, scanned+random.Uint64N(1024), took)
			}
			if random.IntN(100) == 0 {
				g.Harvested(1+random.IntN(20), 64)
			}
		}
		require.Positive(t, with, "seed %d: it has never tried", seed)
		require.Positive(t, without, "seed %d", seed)
	}
}

// The part of the time that may be spent halves after many rounds with cursors and no harvest that pays. A
// harvest that pays begins this count anew, and one that does not pay goes on with it.
func TestFruitlessRoundsCountFromTheLastHarvestThatPaid(t *testing.T) {
	for found, halves := range map[int]bool{PaysFrom: false, PaysFrom - 1: true} {
		g := NewGate(1 << 10)
		g.enter(with)
		almost := g.limit - 1
		g.Did(almost, uint64(almost), uint64(almost), 0)
		require.Equal(t, slowdown, g.share, "not yet")
		g.enter(with)
		g.Harvested(found, 64)
		g.Did(windowed, windowed, windowed, 0)
		require.Equal(t, halves, g.share < slowdown, "%d objects were found", found)
	}
}
