package stealqtest_test

import (
	"context"
	"fmt"
	"sync"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// mine is a kind with one mutex for each deque. Its steals take one item.
var mine = &stealq.Kind{
	Name:    "mine",
	Doc:     "a mutex and a slice",
	New:     newMine,
	Amounts: []stealq.Amount{stealq.One},
}

type myDeque struct {
	mu       sync.Mutex
	items    []uint64 // guarded by mu, the oldest first
	capacity int
	counters stealq.Counters
}

func newMine(deques, capacity int) (all []stealq.Deque) {
	if deques < 1 || capacity < stealq.MinCapacity || capacity > stealq.MaxCapacity || capacity&(capacity-1) != 0 {
		panic(fmt.Sprintf("mine: cannot make %d deques of capacity %d", deques, capacity))
	}
	for range deques {
		all = append(all, &myDeque{items: make([]uint64, 0, capacity), capacity: capacity})
	}
	return all
}

func (d *myDeque) Push(item uint64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.items) == d.capacity {
		d.counters.Full++
		return false
	}
	d.items = append(d.items, item)
	d.counters.Pushes++
	return true
}

func (d *myDeque) Pop() (uint64, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	last := len(d.items) - 1
	if last < 0 {
		d.counters.PopEmpty++
		return 0, false
	}
	item := d.items[last]
	d.items = d.items[:last]
	d.counters.Pops++
	return item, true
}

func (d *myDeque) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	v, ok := victim.(*myDeque)
	if !ok || amount != stealq.One {
		panic(fmt.Sprintf("mine: cannot steal %v from %T", amount, victim))
	}
	d.counters.Steals++
	if v == d || d.Len() == d.Cap() { // only its owner adds to d: there will be room
		d.counters.Empty++
		return 0, stealq.Empty
	}
	item, ok := v.oldest()
	if !ok {
		d.counters.Empty++
		return 0, stealq.Empty
	}
	d.mu.Lock() // never two locks at once
	d.items = append(d.items, item)
	d.mu.Unlock()
	d.counters.Took++
	d.counters.ItemsStolen++
	return 1, stealq.Took
}

// oldest removes the item at the top, for a thief.
func (d *myDeque) oldest() (uint64, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.items) == 0 {
		return 0, false
	}
	item := d.items[0]
	d.items = append(d.items[:0], d.items[1:]...) // the slice keeps its memory
	return item, true
}

func (d *myDeque) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.items)
}

func (d *myDeque) Cap() int                   { return d.capacity }
func (d *myDeque) Counters() *stealq.Counters { return &d.counters }
func (d *myDeque) Reset()                     { d.items, d.counters = d.items[:0], stealq.Counters{} }

// A deque of one's own, with a mutex. A test judges it:
//
//	func TestMine(t *testing.T) { stealqtest.Run(t, mine) }
//
// Then two workers mark a graph with it. Node n leads to 2n and 2n+1.
func Example() {
	const nodes = 100_000
	tree := mark.Func{Nodes: nodes, Successors: func(buf []uint32, n uint32) []uint32 {
		for _, to := range []uint32{2 * n, 2*n + 1} {
			if to < nodes {
				buf = append(buf, to)
			}
		}
		return buf
	}}
	reached, err := mark.Graph(context.Background(), tree, []uint32{1}, mark.Options{Deque: mine, Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reached.Count(), "nodes reached")
	// Output: 99999 nodes reached
}
