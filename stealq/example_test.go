package stealq_test

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Four workers visit the nodes of a binary tree, numbered like a heap: the
// children of n are 2n and 2n+1. Each works on its own deque, and steals from the
// others in turn when it is empty.
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
			// Idle. Look on until there is something to steal, or all are idle:
			// an idle worker has no items and makes none. It counts as active
			// again before it tries to steal.
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

// stealAny tries every other deque, and again as long as one was lost: Lost is not
// Empty.
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
