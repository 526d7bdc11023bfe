package stealq_test

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Four workers visit the nodes of a binary tree. The children of node n are 2n and 2n+1.
// Each worker works on its own deque. When its deque is empty, it steals from the others
// in turn.
func Example() {
	const nodes = 100_000
	kind := stealq.StealHalf
	deques := kind.New(4, 1024)
	deques[0].Push(1)

	var visited atomic.Int64
	var idle atomic.Int32 // workers that have found nothing anywhere
	worker := func(me int) {
		own := deques[me]
		for {
			for n, ok := own.Pop(); ok; n, ok = own.Pop() {
				visited.Add(1)
				for _, child := range []uint64{2 * n, 2*n + 1} {
					if child <= nodes && !own.Push(child) {
						panic("deque full") // a real program has an overflow list
					}
				}
			}
			if stealAny(deques, me) {
				continue
			}
			// The worker is idle. An idle worker has no items and makes none. It
			// looks until there is something to steal, or until all are idle. It
			// counts as active again before it tries to steal.
			idle.Add(1)
			for !anyWork(deques) {
				if int(idle.Load()) == len(deques) {
					return
				}
				runtime.Gosched()
			}
			idle.Add(-1)
		}
	}

	var wg sync.WaitGroup
	for me := range deques {
		wg.Go(func() { worker(me) })
	}
	wg.Wait()
	fmt.Println(visited.Load(), "nodes visited, books balanced:", stealq.Check(deques) == nil)
	// Output: 100000 nodes visited, books balanced: true
}

// stealAny tries every other deque. It tries again as long as one of them was Lost, because
// Lost is not Empty.
func stealAny(deques []stealq.Deque, me int) bool {
	for again := true; again; {
		again = false
		for i := range len(deques) - 1 {
			victim := deques[(me+1+i)%len(deques)]
			switch _, o := deques[me].Steal(victim, stealq.Half); o {
			case stealq.Took:
				return true
			case stealq.Lost:
				again = true
			}
		}
	}
	return false
}

func anyWork(deques []stealq.Deque) bool {
	for _, d := range deques {
		if d.Len() > 0 {
			return true
		}
	}
	return false
}

// A steal has three outcomes. Took brings items. Empty ends the search here, because no
// goroutine pushes any more. Lost does not end it: another thief was faster, and the victim
// may still hold items.
func ExampleDeque_Steal() {
	const thieves = 3
	deques := stealq.StealHalf.New(1+thieves, 1024)
	victim := deques[0]
	for item := range uint64(1000) {
		victim.Push(item)
	}

	var taken atomic.Int64
	var wg sync.WaitGroup
	for _, own := range deques[1:] {
		wg.Go(func() {
			for {
				switch n, o := own.Steal(victim, stealq.Half); o {
				case stealq.Took:
					taken.Add(int64(n))
					for _, ok := own.Pop(); ok; _, ok = own.Pop() { // work on the items
					}
				case stealq.Lost: // try again
				case stealq.Empty:
					return
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(taken.Load(), "items taken,", victim.Len(), "left")
	// Output: 1000 items taken, 0 left
}

// A deque has one owner at a time. Here main is the owner first. The go statement gives the
// deque to a goroutine, and Wait gives it back. Between the two main must not call Push,
// Pop, Steal or Counters.
func ExampleDeque_ownership() {
	d := stealq.StealHalf.New(1, 2)[0]
	fmt.Println(d.Push(10), d.Push(11), d.Push(12)) // the deque is full, and 12 stays here

	var wg sync.WaitGroup
	wg.Go(func() {
		item, ok := d.Pop() // the newest item
		fmt.Println(item, ok)
	})
	wg.Wait()
	fmt.Println(d.Push(12), d.Counters().Full, "push refused")
	// Output:
	// true true false
	// 11 true
	// true 1 push refused
}

// Check is for quiescence: here all goroutines have ended. It needs all deques that stole
// from one another. With one of them left out, the sums are wrong.
func ExampleCheck() {
	deques := stealq.Locked.New(2, 8)
	var wg sync.WaitGroup
	wg.Go(func() {
		for item := range uint64(4) {
			deques[0].Push(item)
		}
	})
	wg.Wait()
	wg.Go(func() { deques[1].Steal(deques[0], stealq.Half) })
	wg.Wait()

	fmt.Println(stealq.Check(deques))
	fmt.Println(stealq.Check(deques[:1]))
	// Output:
	// <nil>
	// stealq: 4 items pushed, but 0 popped and 2 left in 1 deques
}

// logged is a deque of a program's own kind. It prints what it steals.
type logged struct{ stealq.Deque }

func (d logged) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	n, o := d.Deque.Steal(victim.(logged).Deque, amount) // a victim of another kind panics
	fmt.Println("stolen:", n, o)
	return n, o
}

// A program makes its own Kind. Before others use it, a test of the program should run the
// conformance suite: stealqtest.Run(t, &kind).
func ExampleKind() {
	kind := stealq.Kind{
		Name: "logged",
		Doc:  "a locked deque that prints what it steals",
		New: func(deques, capacity int) (all []stealq.Deque) {
			for _, d := range stealq.Locked.New(deques, capacity) {
				all = append(all, logged{d})
			}
			return all
		},
		Amounts: []stealq.Amount{stealq.Half},
	}
	fmt.Println(kind.Validate())

	deques := kind.New(2, 8)
	deques[0].Push(1)
	deques[0].Push(2)
	deques[1].Steal(deques[0], kind.Amounts[0])
	// Output:
	// <nil>
	// stolen: 1 took
}
