package scene_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// The deque holds one item. Its owner pops, and a thief steals half. The form is the StealHalf
// deque of package printed, with no line wrong.
func Example() {
	s := scene.Scene{Form: printed.StealHalf(0), Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}}
	rep := interleave.Explore(s.Run, interleave.Options{})
	fmt.Println(s.Story())
	fmt.Println(rep.Executions, "executions, every schedule:", rep.Complete, rep.Err())
	// Output:
	// Each deque has a capacity of 2. A holds 1 item. owner of A: pop. owner of B: steal half of A.
	// 8 executions, every schedule: true <nil>
}
