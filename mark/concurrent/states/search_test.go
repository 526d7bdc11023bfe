package states

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestKnown: what is published, or was found by another program, about one mutator. 0 steps are none: it is safe.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		of    Setup
		steps int
	}{
		{Setup{Barrier: concurrent.None}, 7},
		{Setup{Barrier: concurrent.None, Rescan: true}, 10},
		{Setup{Barrier: concurrent.Dijkstra, Scan: Mixed}, 8},
		{Setup{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}, 0},
		{Setup{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true, Alloc: White}, 0},
		{Setup{Barrier: concurrent.DijkstraLate, Scan: Mixed, Rescan: true}, 0},
		{Setup{Barrier: concurrent.Steele, Scan: Mixed}, 8},
		{Setup{Barrier: concurrent.Steele, Scan: Mixed, Rescan: true}, 0},
		{Setup{Barrier: concurrent.SteeleEarly, Rescan: true}, 12},
		{Setup{Barrier: concurrent.Yuasa, Scan: Snap}, 0},
		{Setup{Barrier: concurrent.Yuasa, Scan: First}, 0},
		{Setup{Barrier: concurrent.Yuasa, Scan: Mixed}, 9},
		{Setup{Barrier: concurrent.Yuasa, Scan: Mixed, Rescan: true}, 9},
		{Setup{Barrier: concurrent.Yuasa, Alloc: White}, 3},
		{Setup{Barrier: concurrent.Yuasa, Alloc: Black}, 8},
		{Setup{Barrier: concurrent.Yuasa, Alloc: BlackInTime}, 0},
		{Setup{Barrier: concurrent.YuasaSwap, Scan: Mixed}, 11},
		{Setup{Barrier: concurrent.Hybrid, Scan: Mixed, Alloc: Black}, 0},
		{Setup{Barrier: concurrent.Hybrid, Scan: Mixed, Alloc: White}, 3},
		{Setup{Barrier: concurrent.HybridAny, Scan: Mixed}, 0},
		{Setup{Barrier: concurrent.HybridAlways, Scan: Mixed}, 0},
	} {
		c.of.Mutators = 1
		require.NoError(t, c.of.Check())
		r := Search(c.of)
		assert.Len(t, r.Run, c.steps, "%v", c.of)
		assert.Equal(t, c.steps == 0, r.Complete, "%v: %v", c.of, r)
	}
}

// TestEveryStepIsNeeded: a barrier that is safe loses an object if any of its steps is left out, or if the new object is white
// where it must be black. These are the mutants of the barriers.
func TestEveryStepIsNeeded(t *testing.T) {
	for _, of := range []Setup{
		{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true},
		{Barrier: concurrent.Steele, Scan: Mixed, Rescan: true},
		{Barrier: concurrent.Yuasa, Scan: Snap, Alloc: BlackInTime},
		{Barrier: concurrent.YuasaSwap, Scan: First, Alloc: BlackInTime},
		{Barrier: concurrent.Hybrid, Scan: Mixed, Alloc: Black},
		{Barrier: concurrent.HybridAny, Scan: Mixed, Alloc: Black},
		{Barrier: concurrent.HybridAlways, Scan: Mixed, Alloc: Black},
	} {
		of.Mutators = 1
		require.True(t, Search(of).Complete, "%v", of)
		for i, step := range of.Barrier.Steps {
			if strings.Contains(step.Says, "obj.f") {
				continue // it is the store, or what is read for the next step
			}
			broken := *of.Barrier
			broken.Steps = slices.Delete(slices.Clone(of.Barrier.Steps), i, i+1)
			mutant := of
			mutant.Barrier = &broken
			assert.NotNil(t, Search(mutant).Run, "%s without %s", of.Barrier, step.Says)
		}
		if of.Rescan {
			of.Rescan = false
			assert.NotNil(t, Search(of).Run, "%s without a second scan", of.Barrier)
			continue
		}
		of.Alloc = White
		assert.NotNil(t, Search(of).Run, "%s with white objects", of.Barrier)
	}
}

// TestSymmetry and TestSlowSymmetry: the search that keeps one state of those that differ in names finds what a search finds that keeps all.
func TestSymmetry(t *testing.T) { symmetry(t, Setup{Barrier: concurrent.None}) }

func TestSlowSymmetry(t *testing.T) {
	tagged.Slow(t)
	symmetry(t, Setup{Barrier: concurrent.Dijkstra, Rescan: true}, Setup{Barrier: concurrent.Yuasa, Scan: Mixed}, Setup{Barrier: concurrent.Yuasa},
		Setup{Barrier: concurrent.SteeleEarly, Rescan: true, Alloc: White}, Setup{Barrier: concurrent.Hybrid, Scan: Mixed, Alloc: White})
}

func symmetry(t *testing.T, setups ...Setup) {
	for _, of := range setups {
		of.Mutators = 1
		few := Search(of)
		all := names
		names = names[:1]
		many := Search(of)
		names = all
		assert.Equal(t, len(many.Run), len(few.Run), "%v", of)
		assert.Equal(t, many.Complete, few.Complete, "%v", of)
		if few.Complete {
			assert.Greater(t, many.States, 4*few.States, "%v", of)
		}
	}
}

// TestKeys: a state and the state of its key have one key, and so have all states that differ in names, in the order of
// registers, and in which mutator is which.
func TestKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	r := func(n int) uint8 { return uint8(random.IntN(n)) }
	for range 2000 {
		mutators := 1 + random.IntN(MostMutators)
		s := state{all: 1<<mutators - 1, marker: r(3), at: concurrent.Ref(r(4)), value: concurrent.Ref(r(4))}
		for obj := 1; obj <= Objects; obj++ {
			s.field[obj], s.colour[obj] = concurrent.Ref(r(4)), concurrent.Colour(r(4))
		}
		for m := range mutators {
			s.scanned |= r(2) << m
			s.step[m] = r(5)
			s.regs[m] = [Registers]concurrent.Ref{concurrent.Ref(r(4)), concurrent.Ref(r(4))}
			s.write[m] = concurrent.Write{Mutator: m, Object: concurrent.Ref(r(4)), New: concurrent.Ref(r(4)), Old: concurrent.Ref(r(4))}
		}
		k := s.key(mutators)
		back := stateOf(k, mutators)
		require.Equal(t, k, back.key(mutators))
		renamed := rename(s, names[random.IntN(len(names))])
		require.Equal(t, k, renamed.key(mutators))
		s.regs[0][0], s.regs[0][1] = s.regs[0][1], s.regs[0][0]
		require.Equal(t, k, s.key(mutators))
		if mutators == 2 {
			s.regs[0], s.regs[1], s.step[0], s.step[1], s.write[0], s.write[1] = s.regs[1], s.regs[0], s.step[1], s.step[0], s.write[1], s.write[0]
			s.scanned = s.scanned>>1 | s.scanned&1<<1
			require.Equal(t, k, s.key(mutators))
		}
		s.value ^= 1
		require.NotEqual(t, k, s.key(mutators), "another state")
	}
}

func rename(s state, n [Objects + 1]concurrent.Ref) state {
	t := s
	for obj := 1; obj <= Objects; obj++ {
		t.field[n[obj]], t.colour[n[obj]] = n[s.field[obj]], s.colour[obj]
	}
	t.at, t.value = n[s.at], n[s.value]
	for m := range s.regs {
		for i, obj := range s.regs[m] {
			t.regs[m][i] = n[obj]
		}
		w := s.write[m]
		t.write[m] = concurrent.Write{Mutator: w.Mutator, Object: n[w.Object], New: n[w.New], Old: n[w.Old]}
	}
	return t
}

// TestLimit: a search that is cut says so, and one that is not has no limit.
func TestLimit(t *testing.T) {
	of := Setup{Barrier: concurrent.Yuasa, Mutators: 1, Most: 5000}
	r := Search(of)
	assert.False(t, r.Complete)
	assert.Nil(t, r.Run)
	assert.Greater(t, r.States, of.Most)
	assert.Contains(t, r.String(), "safe as far as")
	of.Most = 0
	assert.Equal(t, "safe", Search(of).String())
	of.Barrier = concurrent.None
	assert.Equal(t, "loses in 7 steps", Search(of).String())
}

// TestSlowSafepoints: with one mutator nothing depends on whether its stack may be scanned inside an operation.
func TestSlowSafepoints(t *testing.T) {
	tagged.Slow(t)
	for _, of := range []Setup{
		{Barrier: concurrent.Hybrid, Scan: Mixed, Alloc: Black}, {Barrier: concurrent.Yuasa, Scan: Mixed}, {Barrier: concurrent.Yuasa},
		{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}, {Barrier: concurrent.Steele},
	} {
		of.Mutators = 1
		between := Search(of)
		of.Anywhere = true
		anywhere := Search(of)
		assert.Equal(t, between.Complete, anywhere.Complete, "%v", of)
		assert.GreaterOrEqual(t, anywhere.States, between.States, "%v", of)
	}
}

// TestBadSetups: each is refused with what is possible.
func TestBadSetups(t *testing.T) {
	for says, of := range map[string]Setup{
		"no barrier":            {Mutators: 1},
		"1 or 2 are possible":   {Barrier: concurrent.None, Mutators: 3},
		"there is no scan":      {Barrier: concurrent.None, Mutators: 1, Scan: 3},
		"there is no allocatio": {Barrier: concurrent.None, Mutators: 1, Alloc: 4},
	} {
		require.ErrorContains(t, of.Check(), says)
	}
	_, err := concurrent.ParseBarrier("yuass")
	require.ErrorContains(t, err, "yuasa, yuasa-late")
	for _, b := range concurrent.Barriers() {
		found, err := concurrent.ParseBarrier(b.String())
		require.NoError(t, err)
		assert.Same(t, b, found)
		assert.NotEmpty(t, b.Doc)
	}
}
