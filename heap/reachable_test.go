package heap

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// distances is an oracle for the oracle: the distance of each node from the
// nearest root, or n if there is no path, by relaxing all edges n times over
// an adjacency matrix.
func distances(n int, edge func(i, j int) bool, root func(int) bool) []int {
	d := make([]int, n)
	for i := range d {
		d[i] = n
		if root(i) {
			d[i] = 0
		}
	}
	for range n {
		for i := range n {
			for j := range n {
				if edge(i, j) && d[i]+1 < d[j] {
					d[j] = d[i] + 1
				}
			}
		}
	}
	return d
}

// TestReachableOnAllDigraphs compares Reachable and Levels with distances on
// every directed graph of up to three nodes, self-loops included, with every
// set of roots and every order of address.
func TestReachableOnAllDigraphs(t *testing.T) {
	graphs, garbage, deep := 0, 0, 0
	for n := range 4 {
		for matrix := range 1 << (n * n) {
			edge := func(i, j int) bool { return matrix>>(i*n+j)&1 == 1 }
			nodes := make([]node, n)
			for i := range nodes {
				for j := range n {
					if edge(i, j) {
						nodes[i].refs = append(nodes[i].refs, uint32(j))
					}
				}
			}
			for rootSet := range 1 << n {
				root := func(i int) bool { return rootSet>>i&1 == 1 }
				var roots []uint32
				for i := range n {
					if root(i) {
						roots = append(roots, uint32(i))
					}
				}
				want := distances(n, edge, root)
				permutations(n, func(order []uint32) {
					graphs++
					checkReached(t, build(t, nodes, order, roots), order, want)
				})
				for _, d := range want {
					if d == n {
						garbage++
					} else if d == 2 {
						deep++
					}
				}
			}
		}
	}
	require.Equal(t, 1+2*2+16*4*2+512*8*6, graphs)
	require.Positive(t, garbage)
	require.Positive(t, deep)
}

// checkReached compares both oracles with the distances of the objects, and so their twins for
// mapped heaps.
func checkReached(t *testing.T, h *Heap, order []uint32, want []int) {
	t.Helper()
	mapped := clone(h)
	mapped.mapped = true
	for _, h := range []*Heap{h, mapped} {
		set, err := Reachable(h)
		require.NoError(t, err)
		byLevel, err := Levels(h)
		require.NoError(t, err)
		requireReached(t, h, set, byLevel, order, want)
	}
}

// requireReached compares what two oracles have found with the distances of the objects. It uses plain
// comparisons: it runs a hundred thousand times.
func requireReached(t *testing.T, h *Heap, set, byLevel *Reached, order []uint32, want []int) {
	t.Helper()
	require.Nil(t, set.Levels)

	live, levels := uint64(0), make([]uint64, len(want)+1)
	for rank, obj := range h.Objects() {
		d := want[order[rank]]
		if d < len(want) {
			live++
			levels[d]++
		}
		if set.Has(obj) != (d < len(want)) || byLevel.Has(obj) != (d < len(want)) {
			t.Fatalf("object %d, distance %d: reached %v and %v", rank, d, set.Has(obj), byLevel.Has(obj))
		}
	}
	if set.Count != live || byLevel.Count != live {
		t.Fatalf("%d and %d objects reached of %d", set.Count, byLevel.Count, live)
	}
	for len(levels) > 0 && levels[len(levels)-1] == 0 {
		levels = levels[:len(levels)-1]
	}
	if !slices.Equal(levels, byLevel.Levels) {
		t.Fatalf("levels of %d objects: %d", levels, byLevel.Levels)
	}
	if set.Has(Nil) || set.Has(1<<32-1) {
		t.Fatal("what is no object was reached")
	}
}

// TestReachedTakesABitAGranule: what Check promises of its memory.
func TestReachedTakesABitAGranule(t *testing.T) {
	for granules, words := range map[int]int{1: 1, 63: 1, 64: 1, 65: 2, 128: 2, 129: 3} {
		require.Len(t, newReached(&Heap{arena: make([]byte, granules*GranuleBytes)}).bits, words)
	}
}

// TestReachableFollowsLongChains shows that neither oracle recurses.
func TestReachableFollowsLongChains(t *testing.T) {
	const n = 200_000
	b := NewBuilder(n, n)
	for i := range uint32(n) {
		next := i + 1
		if next == n {
			next = NoObject
		}
		b.Add(0, next)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	for name, oracle := range map[string]func(*Heap) (*Reached, error){"Reachable": Reachable, "Levels": Levels} {
		set, err := oracle(h)
		require.NoError(t, err, name)
		require.EqualValues(t, n, set.Count, name)
	}
	set, err := Levels(h)
	require.NoError(t, err)
	require.Len(t, set.Levels, n)
}

// TestDigestTellsSetsApart computes the digest of every subset of the sample's
// objects: all differ, and the kind of set does not matter.
func TestDigestTellsSetsApart(t *testing.T) {
	h := sample(t)
	seen := map[uint64]int{}
	for subset := range 1 << len(sampleAt) {
		marks, reached := NewBitmap(h.Granules()), newReached(h)
		for i, r := range sampleAt {
			if subset>>i&1 == 1 {
				marks.TestAndSet(r)
				reached.add(r)
			}
		}
		d, err := Digest(h, marks)
		require.NoError(t, err)
		other, err := Digest(h, reached)
		require.NoError(t, err)
		require.Equal(t, d, other)
		require.NotContains(t, seen, d)
		seen[d] = subset
	}
	require.Equal(t, 0, seen[0], "the digest of the empty set is 0")
	require.Len(t, seen, 64)
}

// TestDigestDependsOnRanksOnly: other payloads move every object and leave the
// digest, which files and other programs compare, as it is.
func TestDigestDependsOnRanksOnly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		nodes := []node{{0, []uint32{1}}, {0, []uint32{3, 0}}, {0, nil}, {0, []uint32{NoObject}}, {0, []uint32{3}}}
		for i := range nodes {
			nodes[i].payload = rng.IntN(9)
		}
		h := build(t, nodes, nil, []uint32{0})
		set, err := Reachable(h)
		require.NoError(t, err)
		d, err := Digest(h, set)
		require.NoError(t, err)
		// The sum of the xxhash64 of 0, 1 and 3 as 8 little-endian bytes.
		require.Equal(t, uint64(0x5bab4c53156bfd91), d)
	}
}
