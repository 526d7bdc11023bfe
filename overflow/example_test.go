package overflow_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

// A worker that cannot keep some references stores what fits in the list and
// the rest in the set. Later any worker takes them from either.
func Example() {
	pool := overflow.NewPool(2, 4) // two blocks of four references
	list := overflow.NewList(pool)
	pending := overflow.NewPending(1000)

	refs := []uint32{5, 900, 17, 31, 2, 44, 80, 901, 3, 7}
	stored := list.Publish(refs)
	for _, ref := range refs[stored:] {
		pending.Add(ref)
	}
	fmt.Println("in the list", stored, "free blocks", pool.Free())

	buf := make([]uint32, 64)
	for n := list.Take(buf); n > 0; n = list.Take(buf) {
		fmt.Println("list:", buf[:n])
	}
	const worker = 0
	for n := pending.Take(buf, worker); n > 0; n = pending.Take(buf, worker) {
		fmt.Println("pending:", buf[:n])
	}
	fmt.Println(list.Empty(), pending.Empty(), pool.Free())
	// Output:
	// in the list 8 free blocks 0
	// list: [2 44 80 901]
	// list: [5 900 17 31]
	// pending: [3 7]
	// true true 2
}
