package shard

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// model is a mark in rounds with plain sets, from the definition: which part an object belongs
// to, and what a part finds in a round.
type model struct {
	part             map[heap.Ref]int
	crossing, stubs  uint64
	rounds, messages uint64
	marked           map[heap.Ref]bool
}

// modelOf cuts h and carries out all rounds.
func modelOf(h *heap.Heap, parts int, l shape.Layout) *model {
	m := &model{part: map[heap.Ref]int{}, marked: map[heap.Ref]bool{}}
	at, all := uint64(0), h.Granules()-1
	for _, obj := range inOrder(h, l) {
		_, size, _ := h.Object(obj)
		m.part[obj] = int(at * uint64(parts) / all)
		at += uint64(size)
	}
	stubs := map[[2]uint64]bool{}
	for obj, part := range m.part {
		for _, to := range h.Refs(obj) {
			if to != heap.Nil && m.part[to] != part {
				m.crossing++
				stubs[[2]uint64{uint64(part), uint64(to)}] = true
			}
		}
	}
	m.stubs = uint64(len(stubs))
	sent := map[[2]uint64]bool{}
	for next := h.Roots(); len(next) > 0; m.rounds++ {
		next = m.round(h, next, sent)
	}
	m.messages = uint64(len(sent))
	return m
}

// round marks from these objects, each in its own part, and returns the messages.
func (m *model) round(h *heap.Heap, from []heap.Ref, sent map[[2]uint64]bool) (messages []heap.Ref) {
	for stack := from; len(stack) > 0; {
		obj := stack[len(stack)-1]
		stack = stack[: len(stack)-1 : len(stack)-1]
		if m.marked[obj] {
			continue
		}
		m.marked[obj] = true
		for _, to := range h.Refs(obj) {
			switch key := [2]uint64{uint64(m.part[obj]), uint64(to)}; {
			case to == heap.Nil:
			case m.part[to] == m.part[obj]:
				stack = append(stack, to)
			case !sent[key]:
				sent[key] = true
				messages = append(messages, to)
			}
		}
	}
	return messages
}

// inOrder are the objects in the order of a layout.
func inOrder(h *heap.Heap, l shape.Layout) (all []heap.Ref) {
	seen := map[heap.Ref]bool{heap.Nil: true}
	visit := func(obj heap.Ref) {
		if !seen[obj] {
			seen[obj] = true
			all = append(all, obj)
		}
	}
	if l == shape.BFS {
		for _, root := range h.Roots() {
			visit(root)
		}
		for i := 0; i < len(all); i++ {
			for _, to := range h.Refs(all[i]) {
				visit(to)
			}
		}
	}
	for _, obj := range h.Objects() {
		visit(obj)
	}
	return all
}

// digest is the digest of what the model has marked.
func (m *model) digest(t testing.TB, h *heap.Heap) uint64 {
	t.Helper()
	marks := heap.NewBitmap(h.Granules())
	for obj := range m.marked {
		marks.TestAndSet(obj)
	}
	digest, err := heap.Digest(h, marks)
	require.NoError(t, err)
	return digest
}

// requirePlan compares a plan with the model.
func requirePlan(t testing.TB, h *heap.Heap, parts int, l shape.Layout) (*Plan, *model) {
	t.Helper()
	p, err := NewPlan(context.Background(), h, parts, l)
	require.NoError(t, err)
	m := modelOf(h, parts, l)
	want := Forecast{Layout: l, CrossEdges: m.crossing, Stubs: m.stubs, Live: uint64(len(m.marked)), Digest: m.digest(t, h), Rounds: m.rounds, Messages: m.messages}
	if p.Forecast != want {
		t.Fatalf("%d parts, %v: %+v, and the model says %+v", parts, l, p.Forecast, want)
	}
	for obj, part := range m.part {
		if got := p.cut.part(p.cut.at(obj)); got != part {
			t.Fatalf("object %d is in part %d of %d, and the model says %d", obj, got, parts, part)
		}
	}
	return p, m
}

// smallHeaps calls f for every digraph of up to n nodes with every set of roots. Sizes take turns, so that cuts fall
// in many places: of nodes alike, of one that is larger than all others, of growing ones.
func smallHeaps(t testing.TB, n int, f func(h *heap.Heap)) {
	t.Helper()
	for nodes := 0; nodes <= n; nodes++ {
		for edges := range 1 << (nodes * nodes) {
			for roots := range 1 << nodes {
				f(sized(t, nodes, edges, roots, (edges+roots)%(nodes+2)))
			}
		}
	}
}

// sized builds the heap whose object i refers to object k if bit i*n+k of edges is set. Object
// large has a payload of 200 bytes. If there is none, the payloads grow.
func sized(t testing.TB, n, edges, roots, large int) *heap.Heap {
	t.Helper()
	var b heap.Builder
	for i := range n {
		var refs []uint32
		for k := range n {
			if edges>>(i*n+k)&1 == 1 {
				refs = append(refs, uint32(k))
			}
		}
		payload := uint64(0)
		switch large {
		case i:
			payload = 200
		case n:
			payload = 24 * uint64(i)
		}
		b.Add(payload, refs...)
		if roots>>i&1 == 1 {
			b.Root(uint32(i))
		}
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// TestPlanOfAllSmallGraphs: cut, counts, count of rounds, messages and digest of every digraph of up to 3
// nodes, in up to 5 parts.
func TestPlanOfAllSmallGraphs(t *testing.T) {
	seen := map[uint64]int{}
	smallHeaps(t, 3, func(h *heap.Heap) {
		for parts := 1; parts <= 5; parts++ {
			for _, l := range Layouts() {
				p, m := requirePlan(t, h, parts, l)
				seen[p.Rounds-uint64(min(len(h.Roots()), 1))]++
				if m.rounds > m.messages+1 {
					t.Fatal("rounds without messages")
				}
			}
		}
	})
	require.Len(t, seen, 4, "rounds after the first: %v", seen)
}
