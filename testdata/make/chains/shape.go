package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// shape is a family of heaps with N objects.
type shape struct {
	name  string
	doc   string // a sentence
	least uint32 // the smallest N
	// live returns how many of N objects are live.
	live func(n uint32) uint32
	// build adds the root and at most n objects, the first of them live. Garbage makes up the
	// rest of n.
	build func(g *graph, n uint32)
}

// most is the largest N. A heap of it takes some gigabytes, also while it is built.
const most = 100_000_000

// shapes are all shapes, in the order in which help lists them.
var shapes = []shape{
	list, inOrder, nextPayload, payloadNext, nextPrev, prevNext, spine, series, skipList,
	halfGarbage, merging, deadLists, deadCrumbs, deadRings,
	eitherPayload, earlier, eitherEarlier, hubs, deadEnds,
	patchy, beads, haystack, lollipops, detours,
}

// find returns the shape of that name.
func find(name string) (shape, error) {
	var names []string
	for _, s := range shapes {
		if s.name == name {
			return s, nil
		}
		names = append(names, s.name)
	}
	return shape{}, fmt.Errorf("unknown shape %q: it must be one of %s", name, strings.Join(names, ", "))
}

// heap builds the heap of exactly n objects.
func (s shape) heap(n uint32, seed uint64) (*heap.Heap, error) {
	g := &graph{Builder: heap.NewBuilder(int(n), 2*int(n)), random: rand.New(rand.NewPCG(seed, 0))}
	s.build(g, n)
	for g.next() < n {
		g.Add(0)
	}
	if g.order == nil {
		g.order = g.shuffled(0, n)
	}
	h, err := g.BuildOrdered(g.order)
	if err != nil {
		return nil, fmt.Errorf("shape %s: %w", s.name, err)
	}
	return h, nil
}

// graph is what a shape adds objects to.
type graph struct {
	*heap.Builder
	random *rand.Rand
	order  []uint32 // the objects in order of address; nil for a random order
}

// none is the nil reference.
const none = heap.NoObject

// next returns the index of the object that is added next.
func (g *graph) next() uint32 { return uint32(g.Len()) }

// chain adds n objects with one reference each. Each refers to the next, and the last one to
// the object end.
func (g *graph) chain(n, end uint32) {
	for ; n > 1; n-- {
		g.Add(0, g.next()+1)
	}
	g.Add(0, end)
}

// chains adds chains of the given length, the last of them shorter, up to the object n. None
// of them has a root.
func (g *graph) chains(n, length, end uint32) {
	for g.next() < n {
		g.chain(min(length, n-g.next()), end)
	}
}

// ring adds a cycle of n objects with one reference each.
func (g *graph) ring(n uint32) { g.chain(n, g.next()) }

// either returns its arguments in random order.
func (g *graph) either(a, b uint32) (uint32, uint32) {
	if g.random.Uint32()&1 == 0 {
		return a, b
	}
	return b, a
}

// shuffled returns the numbers from first to below end in random order.
func (g *graph) shuffled(first, end uint32) []uint32 {
	numbers := inTurn(first, end)
	g.random.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	return numbers
}

// inTurn returns the numbers from first to below end.
func inTurn(first, end uint32) []uint32 {
	numbers := make([]uint32, end-first)
	for i := range numbers {
		numbers[i] = first + uint32(i)
	}
	return numbers
}

// until returns i, or none if i has reached the end.
func until(i, end uint32) uint32 {
	if i < end {
		return i
	}
	return none
}

// every is live for the shapes without garbage.
func every(n uint32) uint32 { return n }

// whole is live for the shapes that are made of groups of so many objects.
func whole(group uint32) func(uint32) uint32 {
	return func(n uint32) uint32 { return n / group * group }
}
