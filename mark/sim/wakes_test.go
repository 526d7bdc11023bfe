package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// begun returns a simulation of nine workers, of which seven sleep.
func begun(t *testing.T, o mark.Options) (s *simulation, w, other *worker) {
	t.Helper()
	o.Workers = 9
	s = newSimulation(shaped(t, "wide", 5000), Config{Options: o}.withDefaults())
	s.active = 2
	for id := 2; id < 9; id++ {
		s.parked = append(s.parked, id)
	}
	return s, s.workers[0], s.workers[1]
}

// For what was nowhere to be seen on its way from place to place as many are woken as
// there are pieces, but the one that is scanned here; and nobody for nothing.
func TestOneIsWokenForEachPieceOnItsWay(t *testing.T) {
	for n := 1; n < 6; n++ {
		s, w, victim := begun(t, mark.Options{Queue: "locked", Grain: 1, Amount: stealq.All})
		for i := range n {
			require.True(t, victim.deque.Push(uint64(i)))
		}
		s.searchers, w.state, w.victim = 1, stealing, victim.id
		s.stole(w)
		require.EqualValues(t, n-1, s.result.Wakes, "%d items stolen", n)
		require.Equal(t, taking, w.state)
	}
	for _, c := range []struct{ mine, his, woken int }{{2, 8, 3}, {8, 2, 3}, {5, 5, 0}} {
		s, w, victim := begun(t, mark.Options{Queue: "rudolph", Grain: 1, Steal: mark.StealFactor})
		for i := range 8 {
			require.True(t, i >= c.mine || w.deque.Push(uint64(i)))
			require.True(t, i >= c.his || victim.deque.Push(uint64(i)))
		}
		w.state, w.victim = balancing, victim.id
		s.balanced(w)
		require.EqualValues(t, c.woken, s.result.Wakes, "%+v", c)
		require.EqualValues(t, c.woken, s.result.ItemsStolen)
		require.Equal(t, ready, w.state)
	}
	for refs, woken := range map[int]int{1: 0, 256: 0, 257: 1, 700: 1} {
		s, w, _ := begun(t, mark.Options{Grain: 1, Overflow: mark.NoPool})
		for ref := range refs {
			require.True(t, s.pending.Add(uint32(ref+1)))
		}
		require.True(t, s.recoverPending(w))
		require.EqualValues(t, woken, s.result.Wakes, "%d refs were pending", refs)
	}
	for chunks, woken := range map[uint32]int{1: 0, 2: 0, 4: 1, 8: 3} { // half are stolen, and one of these is scanned
		s, w, victim := begun(t, mark.Options{})
		require.True(t, s.offer(victim, 1, chunks*512))
		require.True(t, s.takeChunk(w))
		require.EqualValues(t, woken, s.result.Wakes, "of %d chunks", chunks)
		require.Equal(t, slicing, w.state)
	}
}

// A huge object wakes one for each chunk.
func TestOneIsWokenForEachChunk(t *testing.T) {
	for refs, woken := range map[uint32]int{513: 2, 1024: 2, 1025: 3, 7 * 512: 7, 9 * 512: 7} {
		s, w, _ := begun(t, mark.Options{})
		require.True(t, s.slice(w, 1, refs))
		require.EqualValues(t, woken, s.result.Wakes, "%d references", refs)
	}
}
