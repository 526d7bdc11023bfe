package heap

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// node describes an object of a test heap, independently of the Builder.
type node struct {
	payload int // granules
	refs    []uint32
}

// build makes a heap of the nodes, in the given order of address (nil: as
// they are), and requires that it passes its check.
func build(t testing.TB, nodes []node, order, roots []uint32) *Heap {
	t.Helper()
	var b Builder
	for _, n := range nodes {
		b.Add(uint64(n.payload)*GranuleBytes, n.refs...)
	}
	for _, r := range roots {
		b.Root(r)
	}
	h, err := b.BuildOrdered(order)
	require.NoError(t, err)
	require.NoError(t, h.Check())
	return h
}

// sample is a small heap with every kind of object in it: without references,
// with an odd and an even number, with nil ones, with and without payload, with
// a cycle, a self-reference, garbage, and an odd number of roots with a
// duplicate. Object i is at granule sampleAt[i].
func sample(t testing.TB) *Heap {
	return build(t, []node{
		{0, []uint32{1, NoObject, 2}},
		{3, nil},
		{1, []uint32{0, 2}},
		{2, []uint32{1}},
		{0, []uint32{NoObject}},
		{40, []uint32{3, 3, 3, 3, 3}},
	}, nil, []uint32{0, 4, 0})
}

var sampleAt = []Ref{1, 4, 8, 11, 15, 17}

// permutations calls yield with every order of n numbers.
func permutations(n int, yield func([]uint32)) {
	var extend func(prefix []uint32, used uint)
	extend = func(prefix []uint32, used uint) {
		if len(prefix) == n {
			yield(prefix)
			return
		}
		for i := range n {
			if used>>i&1 == 0 {
				extend(append(prefix[:len(prefix):len(prefix)], uint32(i)), used|1<<i)
			}
		}
	}
	extend(nil, 0)
}

// TestAccessorsExhaustively builds every heap of up to three objects with 0 to
// 3 references and 0 to 2 granules of payload, in every order of address, and
// compares every accessor at every granule with what the layout prescribes.
func TestAccessorsExhaustively(t *testing.T) {
	kinds := 4 * 3
	heaps := 0
	for n := range 4 {
		total := 1
		for range n {
			total *= kinds
		}
		for code := range total {
			nodes := nodesOf(n, code)
			permutations(n, func(order []uint32) {
				heaps++
				checkLayout(t, build(t, nodes, order, nil), nodes, order)
				if t.Failed() {
					t.Fatalf("nodes %v in order %v", nodes, order)
				}
			})
		}
	}
	require.Equal(t, 1+12+2*144+6*1728, heaps)
}

// nodesOf decodes heap number code of n objects.
func nodesOf(n, code int) []node {
	nodes := make([]node, n)
	for i := range nodes {
		nodes[i].payload = code % 3
		for k := range code / 3 % 4 {
			to := uint32(i+k) % uint32(n)
			if (code+k)%3 == 0 {
				to = NoObject
			}
			nodes[i].refs = append(nodes[i].refs, to)
		}
		code /= 12
	}
	return nodes
}

// checkLayout walks the granules as the picture in the package documentation
// draws them. It uses plain comparisons: it runs millions of times.
func checkLayout(t *testing.T, h *Heap, nodes []node, order []uint32) {
	address := make([]Ref, len(nodes))
	at := uint64(1)
	for _, i := range order {
		address[i] = Ref(at)
		at += uint64(1 + (len(nodes[i].refs)+1)/2 + nodes[i].payload)
	}
	if h.Granules() != at || uint64(len(h.Arena())) != at*8 || h.NumObjects() != uint64(len(nodes)) {
		t.Errorf("%d granules, %d bytes, %d objects", h.Granules(), len(h.Arena()), h.NumObjects())
	}
	edges, visited := uint64(0), uint64(0)
	for rank, r := range h.Objects() {
		i := order[rank]
		refs, size, ok := h.Object(r)
		if rank != visited || r != address[i] || !ok || int(refs) != len(nodes[i].refs) || int(size) != 1+(len(nodes[i].refs)+1)/2+nodes[i].payload {
			t.Errorf("object %d at %d: %d references, size %d, %v", rank, r, refs, size, ok)
		}
		visited++
		seen := 0
		for k, to := range h.Refs(r) {
			want := Nil
			if target := nodes[i].refs[k]; target != NoObject {
				want = address[target]
				edges++
			}
			if to != want || h.RefAt(r, k) != want || int(k) != seen {
				t.Errorf("reference %d of object %d is %d, not %d", k, rank, to, want)
			}
			seen++
		}
		if seen != len(nodes[i].refs) {
			t.Errorf("object %d yields %d references", rank, seen)
		}
	}
	if visited != uint64(len(nodes)) || edges != h.NumEdges() {
		t.Errorf("%d objects, %d edges of %d", visited, edges, h.NumEdges())
	}
}

func TestObjectRejectsWhatCannotBeOne(t *testing.T) {
	h := sample(t)
	for _, r := range []Ref{Nil, Ref(h.Granules()), Ref(h.Granules()) + 1, 1 << 31, 1<<32 - 1} {
		_, _, ok := h.Object(r)
		require.False(t, ok, "granule %d", r)
		for range h.Refs(r) {
			t.Errorf("granule %d yields references", r)
		}
	}
	// Nil is no object even where granule 0 looks like one.
	damaged := clone(h)
	damaged.setWord(0, header(0, 1))
	_, _, ok := damaged.Object(Nil)
	require.False(t, ok)
	// A payload granule is zero here: size 0 is too small for a header.
	_, _, ok = h.Object(sampleAt[1] + 1)
	require.False(t, ok)
}

func TestIterationStopsWhenAsked(t *testing.T) {
	h := sample(t)
	for range h.Objects() {
		break
	}
	for range h.Refs(sampleAt[0]) {
		break
	}
	require.Equal(t, []Ref{1, 15, 1}, h.Roots())
	require.EqualValues(t, 2+0+2+1+0+5, h.NumEdges())
	var at []Ref
	for _, r := range h.Objects() {
		at = append(at, r)
	}
	require.Equal(t, fmt.Sprint(sampleAt), fmt.Sprint(at))
}
