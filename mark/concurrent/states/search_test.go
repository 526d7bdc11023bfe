package states

import (
	"math/rand/v2"
	"os"
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
		{Setup{Marking: Marking{Barrier: concurrent.None}}, 7},
		{Setup{Marking: Marking{Barrier: concurrent.None, Rescan: true}}, 10},
		{Setup{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed}}, 8},
		{Setup{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true, New: concurrent.AllocWhite}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.DijkstraLate, Scan: Mixed, Rescan: true}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.Steele, Scan: Mixed}}, 8},
		{Setup{Marking: Marking{Barrier: concurrent.Steele, Scan: Mixed, Rescan: true}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.SteeleEarly, Rescan: true}}, 12},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Snap}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa, Scan: First}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Mixed}}, 9},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Mixed, Rescan: true}}, 9},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocWhite}}, 3},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlack}}, 8},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlackInTime}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.YuasaSwap, Scan: Mixed}}, 11},
		{Setup{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocBlack}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocWhite}}, 3},
		{Setup{Marking: Marking{Barrier: concurrent.HybridAny, Scan: Mixed}}, 0},
		{Setup{Marking: Marking{Barrier: concurrent.HybridAlways, Scan: Mixed}}, 0},
	} {
		c.of.Mutators = 1
		r := Search(c.of)
		assert.Len(t, r.Run, c.steps, "%v", c.of)
		assert.Equal(t, c.steps == 0, r.Complete, "%v: %v", c.of, r)
	}
}

// TestEveryStepIsNeeded: a barrier that is safe loses an object if any of its steps is left out, or if the new object is white
// where it must be black. These are the mutants of the barriers.
func TestEveryStepIsNeeded(t *testing.T) {
	for _, of := range []Setup{
		{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}},
		{Marking: Marking{Barrier: concurrent.Steele, Scan: Mixed, Rescan: true}},
		{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Snap, New: concurrent.AllocBlackInTime}},
		{Marking: Marking{Barrier: concurrent.YuasaSwap, Scan: First, New: concurrent.AllocBlackInTime}},
		{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocBlack}},
		{Marking: Marking{Barrier: concurrent.HybridAny, Scan: Mixed, New: concurrent.AllocBlack}},
		{Marking: Marking{Barrier: concurrent.HybridAlways, Scan: Mixed, New: concurrent.AllocBlack}},
	} {
		of.Mutators = 1
		require.True(t, Search(of).Complete, "%v", of)
		for i := range 2 {
			broken := *of.Barrier
			without := &without{call: i}
			broken.Store = func(heap concurrent.Memory, mutator int, obj, ref concurrent.Ref) {
				of.Barrier.Store(without.of(heap), mutator, obj, ref)
			}
			mutant := of
			mutant.Barrier = &broken
			r := Search(mutant)
			if without.most > i {
				assert.NotNil(t, r.Run, "%s without paint number %d", of.Barrier, i)
			}
		}
		if of.Rescan {
			of.Rescan = false
			assert.NotNil(t, Search(of).Run, "%s without a second scan", of.Barrier)
			continue
		}
		of.New = concurrent.AllocWhite
		assert.NotNil(t, Search(of).Run, "%s with white objects", of.Barrier)
	}
}

// without is a memory where one call of Shade or Repaint does nothing.
type without struct {
	concurrent.Memory
	call  int // its number in a store
	calls int
	most  int // calls in a store
}

func (w *without) of(heap concurrent.Memory) concurrent.Memory {
	w.Memory, w.calls = heap, 0
	return w
}

func (w *without) now() bool {
	w.calls++
	w.most = max(w.most, w.calls)
	return w.calls-1 == w.call
}

// Shade shades, but for one call.
func (w *without) Shade(obj concurrent.Ref) {
	if w.now() {
		obj = concurrent.Nil
	}
	w.Memory.Shade(obj)
}

// Repaint repaints, but for one call.
func (w *without) Repaint(obj concurrent.Ref) {
	if w.now() {
		w.Memory.Shade(concurrent.Nil)
		return
	}
	w.Memory.Repaint(obj)
}

// TestSymmetry and TestSlowSymmetry: the search that keeps one state of those that differ in names finds what a search finds that keeps all.
func TestSymmetry(t *testing.T) { symmetry(t, Setup{Marking: Marking{Barrier: concurrent.None}}) }

func TestSlowSymmetry(t *testing.T) {
	tagged.Slow(t)
	symmetry(t, Setup{Marking: Marking{Barrier: concurrent.Dijkstra, Rescan: true}}, Setup{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Mixed}}, Setup{Marking: Marking{Barrier: concurrent.Yuasa}},
		Setup{Marking: Marking{Barrier: concurrent.SteeleEarly, Rescan: true, New: concurrent.AllocWhite}}, Setup{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocWhite}})
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
		s := state{all: 1<<mutators - 1, marker: r(3), snapshot: r(8) << 1, at: concurrent.Ref(r(4)), value: concurrent.Ref(r(4))}
		for obj := 1; obj <= Objects; obj++ {
			s.field[obj], s.colour[obj] = concurrent.Ref(r(4)), concurrent.Colour(r(4))
		}
		for m := range mutators {
			s.scanned |= r(2) << m
			s.step[m] = r(8)
			s.regs[m] = [Registers]concurrent.Ref{concurrent.Ref(r(4)), concurrent.Ref(r(4))}
			s.write[m] = write{concurrent.Ref(r(4)), concurrent.Ref(r(4)), concurrent.Ref(r(4)), r(2) == 1}
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
		for _, other := range []func(*state){
			func(s *state) { s.value ^= 1 }, func(s *state) { s.at ^= 2 }, func(s *state) { s.marker ^= 1 }, func(s *state) { s.scanned ^= 1 },
			func(s *state) { s.write[0].old ^= 1 }, func(s *state) { s.write[0].yes = !s.write[0].yes }, func(s *state) { s.step[0] ^= 4 },
		} {
			changed := s
			other(&changed)
			require.NotEqual(t, plain(&s, mutators), plain(&changed, mutators), "another state")
		}
	}
}

// plain is the key that a state has under its own names.
func plain(s *state, mutators int) key {
	k := s.common(&names[0])
	for m := range mutators {
		k = s.mutator(k, m, &names[0])
	}
	return k
}

func rename(s state, n [Objects + 1]concurrent.Ref) state {
	t := s
	for obj := 1; obj <= Objects; obj++ {
		t.field[n[obj]], t.colour[n[obj]] = n[s.field[obj]], s.colour[obj]
		t.snapshot = t.snapshot&^(1<<n[obj]) | s.snapshot>>obj&1<<n[obj]
	}
	t.at, t.value = n[s.at], n[s.value]
	for m := range s.regs {
		for i, obj := range s.regs[m] {
			t.regs[m][i] = n[obj]
		}
		w := s.write[m]
		t.write[m] = write{n[w.object], n[w.ref], n[w.old], w.yes}
	}
	return t
}

// TestLimit: a search that is cut says so, and one that is not has no limit.
func TestLimit(t *testing.T) {
	of := Setup{Marking: Marking{Barrier: concurrent.Yuasa}, Mutators: 1, Most: 5000}
	r := Search(of)
	assert.False(t, r.Complete)
	assert.Nil(t, r.Run)
	assert.Greater(t, r.States, of.Most)
	assert.Equal(t, "cut", r.String())
	of.Most = 0
	assert.Equal(t, "safe", Search(of).String())
	of.Barrier = concurrent.None
	assert.Equal(t, "loses in 7 steps", Search(of).String())
}

// TestSlowSafepoints: with one mutator nothing depends on whether its stack may be scanned inside an operation.
func TestSlowSafepoints(t *testing.T) {
	tagged.Slow(t)
	for _, of := range []Setup{
		{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocBlack}}, {Marking: Marking{Barrier: concurrent.Yuasa, Scan: Mixed}}, {Marking: Marking{Barrier: concurrent.Yuasa}},
		{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}}, {Marking: Marking{Barrier: concurrent.Steele}},
	} {
		of.Mutators = 1
		between := Search(of)
		of.Anywhere = true
		anywhere := Search(of)
		assert.Equal(t, between.Complete, anywhere.Complete, "%v", of)
		assert.Len(t, anywhere.Run, len(between.Run), "%v", of)
		assert.GreaterOrEqual(t, anywhere.States, between.States, "%v", of)
	}
}

// TestHybridsToTheEnd searches what is cut on the page: two mutators with Go's barrier, in all of its states. It takes 8 to 11 minutes and up to 11 gigabytes for
// each of them, so HALFMARK_LONG=1 asks for it.
func TestHybridsToTheEnd(t *testing.T) {
	if os.Getenv("HALFMARK_LONG") == "" {
		t.Skip("HALFMARK_LONG=1 runs it")
	}
	for _, b := range []*concurrent.Barrier{concurrent.HybridAlways, concurrent.Hybrid} {
		r := Search(Setup{Marking: Marking{Barrier: b, Scan: Mixed}, Mutators: 2})
		require.Nil(t, r.Run, "%v: %v", b, r.Run)
		t.Logf("| %v | mixed | safe, %d states |", b, r.States)
	}
}
