package sim

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// graph is one in adjacency arrays. As a callback it panics after some calls.
type graph struct {
	kernel.Rows
	roots []uint32
	left  int // calls before it panics; below 0 it never does
}

// planned is the value of a panic that a test has planned.
const planned = "planned"

func (g *graph) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	if g.left--; g.left == -1 {
		panic(planned)
	}
	return append(buf, g.Of(node)...)
}

// drawnGraph returns a graph of n nodes: a list, a tree or random, now and then with a node that has many successors.
func drawnGraph(r *rand.Rand, n int) *graph {
	g := &graph{Rows: kernel.Rows{Narrow: []uint32{0}}, left: -1}
	style, hub := r.IntN(3), r.IntN(8*n)
	for i := range n {
		degree := [3]int{1, 2, r.IntN(6)}[style]
		if i == hub {
			degree = r.IntN(3000)
		}
		for k := range degree {
			to := [3]int{i + 1, 2*i + 1 + k, r.IntN(n)}[style]
			if i == hub {
				to = r.IntN(n)
			}
			g.Targets = append(g.Targets, uint32(to%n))
		}
		g.Narrow = append(g.Narrow, uint32(len(g.Targets)))
	}
	for range r.IntN(5) {
		g.roots = append(g.roots, uint32(r.IntN(n)))
	}
	return g
}

// drawnLists returns a graph of n nodes in three lists, of which one is reachable.
func drawnLists(r *rand.Rand, n int) *graph {
	g := &graph{Rows: kernel.Rows{Narrow: []uint32{0}, Targets: make([]uint32, n)}, left: -1}
	order := r.Perm(n)
	for i, node := range order {
		g.Targets[node] = uint32(order[i])
		if i+3 < n {
			g.Targets[node] = uint32(order[i+3])
		}
		g.Narrow = append(g.Narrow, uint32(i+1))
	}
	g.roots = []uint32{uint32(order[0])}
	return g
}

// reachable is the oracle.
func (g *graph) reachable() *heap.Bitmap {
	seen := heap.NewBitmap(uint64(g.Nodes()))
	for stack := append([]uint32(nil), g.roots...); len(stack) > 0; {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen.TestAndSet(heap.Ref(node)) {
			stack = append(stack, g.Of(node)...)
		}
	}
	return seen
}

// flaky makes deques of a program's own, which are StealHalf's. Now and then a Push finds no room.
type flaky struct {
	random *rand.Rand
	left   int // operations before one panics; below 0 none does
}

type flakyDeque struct {
	stealq.Deque
	all *flaky
}

func (f *flaky) kind() *stealq.Kind {
	kind := *stealq.StealHalf
	kind.Name = "flaky"
	kind.New = func(deques, capacity int) (all []stealq.Deque) {
		for _, d := range stealq.StealHalf.New(deques, capacity) {
			all = append(all, flakyDeque{d, f})
		}
		return all
	}
	return &kind
}

func (f *flaky) operates() {
	if f.left--; f.left == -1 {
		panic(planned)
	}
}

func (d flakyDeque) Push(item uint64) bool {
	d.all.operates()
	return d.all.random.IntN(8) > 0 && d.Deque.Push(item)
}

func (d flakyDeque) Pop() (uint64, bool) {
	d.all.operates()
	return d.Deque.Pop()
}

func (d flakyDeque) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	d.all.operates()
	return d.Deque.Steal(victim.(flakyDeque).Deque, amount)
}

// behind is the first reference that has no bit in a bitmap of n.
func behind(n uint64) uint32 { return uint32(n+63) &^ 63 }

// damage lets a reference of a reachable object lead to the first bit behind the bitmap: of the first one with a reference, from
// object number from on. It returns false if there is none.
func damage(h *heap.Heap, reachable *heap.Reached, from int) bool {
	var found []heap.Ref
	for i := range h.Granules() {
		if !reachable.Has(heap.Ref(i)) {
			continue
		}
		ref := heap.Ref(i)
		if n, _, ok := h.Object(ref); ok && n > 0 {
			found = append(found, ref)
		}
	}
	if len(found) == 0 {
		return false
	}
	at := uint64(found[from%len(found)]+1) * heap.GranuleBytes // its first reference
	binary.LittleEndian.PutUint32(h.Arena()[at:], behind(h.Granules()))
	return true
}

// damage does the same in a graph.
func (g *graph) damage(reachable *heap.Bitmap, from int) bool {
	var found []uint32
	for node := range reachable.All(true) {
		if len(g.Of(node)) > 0 {
			found = append(found, node)
		}
	}
	if len(found) == 0 {
		return false
	}
	g.Of(found[from%len(found)])[0] = behind(uint64(g.Nodes()))
	return true
}
