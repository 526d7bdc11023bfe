package coherence

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// small has four cores: two groups of two, each group a socket. Its caches have room for a few lines, or for many.
func small(private, last int64) *machines.Machine {
	return &machines.Machine{
		Name: "small", Cores: 4, Group: 2, Socket: 2, Private: private * machines.LineBytes, Last: last * machines.LineBytes,
		Near: 10_000, Far: 50_000, Across: 100_000, HitLast: 5_000, Memory: 200_000,
		Overlap: machines.Of(4), Prefetches: machines.Of(8), Object: 1000, Bandwidth: 7,
	}
}

// Each row is an access after those above it: the states of the protocol, one after the other.
func TestProtocol(t *testing.T) {
	m := New(small(1024, 1<<16), 4, 1<<12)
	for i, step := range []struct {
		worker int
		writes bool
		from   machines.Distance
		moved  uint64 // in all so far
	}{
		{0, false, machines.Outside, 0}, // no core has it
		{0, false, machines.Here, 0},
		{0, true, machines.Here, 0},    // the only copy: no transfer
		{1, false, machines.Near, 1},   // modified beside it
		{0, false, machines.Here, 1},   // which keeps a copy
		{0, true, machines.Near, 2},    // takes the other copy away
		{1, true, machines.Near, 3},    // and back
		{2, false, machines.Across, 4}, // modified on another socket
		{3, false, machines.InLast, 4}, // its neighbour has fetched it
		{3, true, machines.Across, 5},  // three copies, of which the farthest counts
		{2, true, machines.Near, 6},
		{0, false, machines.Across, 7},
	} {
		access := m.Read
		if step.writes {
			access = m.Write
		}
		require.Equal(t, step.from, access(step.worker, machines.Bits, 1), "step %d", i)
		require.Equal(t, step.moved, m.Transfers[machines.Bits], "step %d", i)
	}
	require.Equal(t, uint64(7), m.Transfers.Sum())
}

// A line that a private cache has lost is in the last-level cache, also if it was changed. One that this has lost too is in memory.
func TestLostLines(t *testing.T) {
	others := func(m *Memory) {
		for i := range uint64(ways) {
			m.Read(0, machines.Bits, i+2)
		}
	}
	m := New(small(ways, 1<<16), 4, 1<<20)
	m.Write(0, machines.Bits, 1)
	others(m)
	require.Equal(t, machines.InLast, m.Read(1, machines.Bits, 1))
	m = New(small(ways, ways), 2, 1<<20)
	m.Write(0, machines.Bits, 1)
	others(m)
	require.Equal(t, machines.Outside, m.Read(1, machines.Bits, 1))
	require.Zero(t, m.Transfers.Sum())
}

// A write that finds copies in the last-level cache of another group takes them away, and they are read from there afterwards.
func TestOtherGroups(t *testing.T) {
	m := New(small(ways, 1<<16), 4, 1<<20)
	m.Read(2, machines.Bits, 1)
	for i := range uint64(ways) {
		m.Read(2, machines.Bits, i+2) // core 2 loses line 1, and its group does not
	}
	require.Equal(t, machines.Across, m.Write(0, machines.Bits, 1))
	require.Equal(t, machines.Across, m.Read(3, machines.Bits, 1))
}

// Whatever the accesses, the one that wrote last finds its line here, unless others have touched it or it was lost; and a cache
// never has a line twice.
func TestRandomAccesses(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	m := New(small(1<<12, 1<<16), 4, 1<<12)
	type state struct{ writer, readers int }
	var lines [8]state // a writer of -1: no core since others have read
	for i := range lines {
		lines[i].writer = -1
	}
	for range 20_000 {
		i, w := random.IntN(len(lines)), random.IntN(4)
		l := &lines[i]
		has := l.readers>>w&1 != 0
		if random.IntN(2) == 0 {
			alone := l.readers == 1<<w
			require.Equal(t, alone, m.Write(w, machines.Bits, uint64(i)) == machines.Here)
			*l = state{w, 1 << w}
			continue
		}
		require.Equal(t, has, m.Read(w, machines.Bits, uint64(i)) == machines.Here)
		l.readers |= 1 << w
	}
}

// A set loses the line that was used least recently, whatever the order of uses: against a list of all of them.
func TestUse(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 0))
	c := make(cache, 1)
	var recent []uint64 // the last use comes first
	for range 10_000 {
		id := 1 + random.Uint64N(ways+3)
		at := slices.Index(recent, id)
		require.Equal(t, at >= 0, c.has(id))
		if random.IntN(8) == 0 {
			require.Equal(t, at >= 0, c.drop(id))
			if at >= 0 {
				recent[at] = 0 // a place that is free, and is lost as the others are
			}
			continue
		}
		require.Equal(t, at >= 0, c.use(id))
		if at >= 0 {
			recent = slices.Delete(recent, at, at+1)
		}
		recent = slices.Insert(recent, 0, id)
		recent = recent[:min(len(recent), ways)]
	}
}

func TestWait(t *testing.T) {
	m := New(small(1, 1), 1, 64)
	var w Wait
	require.Zero(t, w.Exposed(m.Overlap)+w.Hidden(m.Overlap))
	w.For(m, machines.Near)
	require.Equal(t, m.Near, w.Exposed(m.Overlap))
	w.For(m, machines.Outside)
	w.For(m, machines.Here)
	require.Equal(t, m.Memory+m.Near/4, w.Exposed(m.Overlap))
	require.Equal(t, (m.Memory+m.Near)/8, w.Hidden(m.Prefetches))
	require.Equal(t, 1, w.Outside)
	w.More(m, machines.Near, 3)
	require.Equal(t, m.Memory+m.Near, w.Exposed(m.Overlap))
}

// Memory serves the cores of a socket one line after the other.
func TestArrives(t *testing.T) {
	m := New(small(1, 1), 4, 64)
	require.Equal(t, machines.Fixed(1021), m.Arrives(0, 3, 1000))
	require.Equal(t, machines.Fixed(1028), m.Arrives(1, 1, 1000))
	require.Equal(t, machines.Fixed(1007), m.Arrives(2, 1, 1000), "another socket")
	require.Equal(t, machines.Fixed(2007), m.Arrives(0, 1, 2000))
}
