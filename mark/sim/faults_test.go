package sim

import (
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
