package heap

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// mappedTwin returns h as if its arena were a file.
func mappedTwin(h *Heap) *Heap {
	twin := clone(h)
	twin.mapped = true
	return twin
}

// TestOraclesOfMappedHeaps compares the twins for mapped heaps with the plain oracles on random graphs
// that fill several windows.
func TestOraclesOfMappedHeaps(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 4
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 0))
		n := 1 + rng.Uint32N(20_000)
		b := NewBuilder(int(n), int(n)*2)
		for range n {
			b.Add(rng.Uint64N(1000), rng.Uint32N(n), rng.Uint32N(n))
		}
		b.Root(rng.Uint32N(n))
		h, err := b.Build()
		require.NoError(t, err)
		want, err := Levels(h)
		require.NoError(t, err)
		twin := mappedTwin(h)
		got, err := Reachable(twin)
		require.NoError(t, err)
		require.Equal(t, want.bits, got.bits, "seed %d", seed)
		require.Equal(t, want.Count, got.Count, "seed %d", seed)
		got, err = Levels(twin)
		require.NoError(t, err)
		require.Equal(t, want, got, "seed %d", seed)
	}
}

// TestMappedOraclesMemory: neither takes memory for each object.
func TestMappedOraclesMemory(t *testing.T) {
	const n = 100_000
	b := NewBuilder(n+1, n)
	refs := make([]uint32, n)
	for i := range refs {
		refs[i] = uint32(i)
		b.Add(0)
	}
	b.Add(0, refs...)
	b.Root(n) // a stack, and a level, would hold n objects at once
	h, err := b.Build()
	require.NoError(t, err)
	twin := mappedTwin(h)
	limit := 3*h.Granules()/8 + 16<<10
	require.Less(t, limit, uint64(4*n), "less than a stack takes")
	require.Less(t, allocated(func() { _, err = Reachable(twin) }), limit)
	require.NoError(t, err)
	require.Less(t, allocated(func() { _, err = Levels(twin) }), limit)
	require.NoError(t, err)
}

// TestMappedOraclesOnDamage: references that lead nowhere are errors, and no reference is followed
// beyond the arena.
func TestMappedOraclesOnDamage(t *testing.T) {
	for name, damage := range map[string]struct {
		do   func(*Heap)
		says string
	}{
		"beyond the arena": {func(h *Heap) { h.setRef(1, 2, 1<<32-1) }, "the object at granule 1 refers to granule 4294967295, where no object can be"},
		"root":             {func(h *Heap) { h.roots[1] = 61 }, "root 1 refers to granule 61"},
		"no header there":  {func(h *Heap) { h.setRef(1, 2, 5) }, "a reference leads to granule 5, where no object can be"},
	} {
		h := mappedTwin(sample(t))
		damage.do(h)
		_, err := Reachable(h)
		require.ErrorContains(t, err, damage.says, name)
		_, err = Levels(h)
		require.ErrorContains(t, err, damage.says, name)
	}
}

// TestWaiting compares the set with a list that is sorted anew for each round.
func TestWaiting(t *testing.T) {
	h := &Heap{arena: make([]byte, 5*windowWords*64*GranuleBytes/2)}
	seeds := uint64(25)
	if testing.Short() {
		seeds = 8
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		set, model := newWaiting(h), map[uint32]bool{}
		last, rounds := uint32(0), 0
		buf := make([]uint32, 64+rng.IntN(200))
		for step := 0; step < 400 || len(model) > 0; step++ {
			for range rng.IntN(100) {
				r := rng.Uint32N(uint32(h.Granules()))
				if step < 400 && !model[r] {
					model[r] = true
					set.add(Ref(r))
				}
			}
			at := set.at
			n := set.take(buf)
			if n == 0 {
				for r := range model {
					if int(r/64) >= at {
						t.Fatalf("seed %d: object %d was passed over", seed, r)
					}
				}
				last = 0
				rounds++
			}
			for i, r := range buf[:n] {
				if !model[r] || r/64/windowWords < last/64/windowWords || i > 0 && r <= last {
					t.Fatalf("seed %d: object %d after %d, waiting %v", seed, r, last, model[r])
				}
				delete(model, r)
				last = r
			}
			if int(set.number) != len(model) {
				t.Fatalf("seed %d, step %d: %d objects by the set's own count, want %d", seed, step, set.number, len(model))
			}
		}
		require.Positive(t, rounds, "the end was never reached")
	}
}

// TestWaitingTakesFullWords: the smallest buffer has room for a word of which every bit is set.
func TestWaitingTakesFullWords(t *testing.T) {
	set, buf := newWaiting(&Heap{arena: make([]byte, 300*GranuleBytes)}), make([]uint32, 64)
	for r := Ref(1); r < 300; r++ {
		set.add(r)
	}
	for _, want := range []int{63, 64, 64, 64, 44} {
		require.Equal(t, want, set.take(buf))
	}
	require.Zero(t, set.number)
}

// TestWaitingTurnsBackWithinAWindow: what is found below, in the window that was just read, comes next and not in
// another round. A list that lies in falling order takes no round for each object.
func TestWaitingTurnsBackWithinAWindow(t *testing.T) {
	set, buf := newWaiting(&Heap{arena: make([]byte, 3*windowWords*64*GranuleBytes)}), make([]uint32, 64)
	const window = windowWords * 64
	for _, r := range []Ref{window + 900, window + 500, window + 1} {
		set.add(r)
		require.Equal(t, 1, set.take(buf))
		require.EqualValues(t, r, buf[0])
	}
	set.add(5) // of the window before: not in this round
	require.Zero(t, set.take(buf))
	require.Equal(t, 1, set.take(buf))
	require.EqualValues(t, 5, buf[0])
}
