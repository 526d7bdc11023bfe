package printed_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// The printed popBottom of the StealHalf deque asks whether its item is safe before it asks
// whether the item was stolen. The shortest failure takes one item twice.
func Example() {
	s := scene.Scene{Form: printed.StealHalf(printed.LateTheftTest), Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}}
	found := s.Shortest()
	fmt.Println(found.Failure.Err)
	fmt.Println(found.Steps, "steps, schedule", found.Failure.Schedule)

	s.Form = printed.StealHalf(0)
	fmt.Println(s.Shortest().Failure)
	// Output:
	// item 1 is taken twice
	// 13 steps, schedule a3b9a
	// <nil>
}
