package chain

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// walk is cursors on a heap, with a table that they share with a marker.
type walk struct {
	*Cursors
	heap    *heap.Heap
	objects []uint32
}

// newWalk builds a heap: refs has the references of each object, by number. pad has how many
// more granules an object has; it may be shorter.
func newWalk(t testing.TB, words, spacing int, refs [][]uint32, pad ...int) *walk {
	var b heap.Builder
	for i, r := range refs {
		payload := uint64(0)
		if i < len(pad) {
			payload = uint64(pad[i]) * heap.GranuleBytes
		}
		b.Add(payload, r...)
	}
	h, err := b.Build()
	require.NoError(t, err)
	w := &walk{NewCursors(0, tableOf(words, spacing), &Hints{}), h, nil}
	for _, obj := range h.Objects() {
		w.objects = append(w.objects, uint32(obj))
	}
	arena := h.Arena()
	w.Begin(&Heap{Arena: arena[:len(arena):len(arena)]})
	return w
}

// rounds makes that many rounds. Before each of them the marker says that it has passed an
// object.
func (w *walk) rounds(random *rand.Rand, n int) {
	for range n {
		w.hints.Seed(w.objects[random.IntN(len(w.objects))])
		w.Refresh()
		w.Round()
	}
}

// reached reports what can be reached from x by one reference or more.
func (w *walk) reached(x uint32) map[uint32]bool {
	all, grey := map[uint32]bool{}, []uint32{x}
	for len(grey) > 0 {
		from := grey[len(grey)-1]
		grey = grey[:len(grey)-1]
		for _, to := range w.heap.Refs(heap.Ref(from)) {
			if to != heap.Nil && !all[uint32(to)] {
				all[uint32(to)] = true
				grey = append(grey, uint32(to))
			}
		}
	}
	return all
}

// requireFacts demands I1 of each entry, and returns how many say something.
func (w *walk) requireFacts(t testing.TB, what ...any) (facts int) {
	for x, y := range w.table.entries() {
		require.True(t, w.table.Distinguished(x), "%v: %d is not distinguished", what, x)
		require.True(t, slices.Contains(w.objects, x), "%v: there is no object %d", what, x)
		if y == underWay || y == ended {
			continue
		}
		require.True(t, w.table.Distinguished(y), "%v: %d is not distinguished", what, y)
		require.True(t, w.reached(x)[y], "%v: %d -> %d is a lie", what, x, y)
		facts++
	}
	return facts
}

// list is n objects in a random order, each of which leads to the next. field says which of
// width fields does so.
func list(random *rand.Rand, n, width, field int) [][]uint32 {
	refs, order := make([][]uint32, n), random.Perm(n)
	for i, x := range order {
		refs[x] = slices.Repeat([]uint32{heap.NoObject}, width)
		if i+1 < n {
			refs[x][field] = uint32(order[i+1])
		}
	}
	return refs
}

// graph is n objects with up to degree references each.
func graph(random *rand.Rand, n, degree int) [][]uint32 {
	refs := make([][]uint32, n)
	for x := range refs {
		for range random.IntN(degree + 1) {
			to := random.Uint32N(uint32(n))
			if random.IntN(6) == 0 {
				to = heap.NoObject
			}
			refs[x] = append(refs[x], to)
		}
	}
	return refs
}

// Every digraph of 1 to 3 objects, with every object distinguished and with one in two: each
// entry is a fact, and there are some.
func TestFactsOfEverySmallHeap(t *testing.T) {
	random, facts := rand.New(rand.NewPCG(1, 1)), 0
	for n := 1; n <= 3; n++ {
		for edges := range 1 << (n * n) {
			refs := make([][]uint32, n)
			for i := range n * n {
				if edges>>i&1 == 1 {
					refs[i/n] = append(refs[i/n], uint32(i%n))
				}
			}
			for _, spacing := range []int{1, 2} {
				w := newWalk(t, 4, spacing, refs)
				w.rounds(random, 40)
				facts += w.requireFacts(t, refs)
			}
		}
	}
	require.Greater(t, facts, 500)
}

// Random heaps, with tables that are too small and large enough, while a marker passes objects at
// random: each entry is a fact.
func TestFactsOfRandomHeaps(t *testing.T) {
	facts, passed := 0, 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 2))
		n := 1 + random.IntN(300)
		var refs [][]uint32
		switch seed % 4 {
		case 0:
			refs = graph(random, n, 1+random.IntN(4))
		case 1: // lists that merge, and cycles
			refs = graph(random, n, 1)
		case 2:
			width := 1 + random.IntN(4)
			refs = list(random, n, width, random.IntN(width))
		case 3: // doubly linked
			refs = list(random, n, 2, 1)
			for x := range refs {
				if to := refs[x][1]; to != heap.NoObject {
					refs[to][0] = uint32(x)
				}
			}
		}
		w := newWalk(t, 1<<random.IntN(8), 1<<random.IntN(4), refs)
		for range 30 {
			w.rounds(random, 20)
			if x := w.objects[random.IntN(n)]; w.table.Distinguished(x) && random.IntN(3) == 0 {
				if y := w.table.Pass(x); y != 0 {
					require.True(t, w.reached(x)[y], "seed %d: the marker was told that %d leads to %d", seed, x, y)
					passed++
				}
			}
		}
		facts += w.requireFacts(t, "seed", seed)
	}
	t.Logf("%d facts, and %d that the marker was told", facts, passed)
	require.Greater(t, facts, 500)
	require.Greater(t, passed, 10)
}
