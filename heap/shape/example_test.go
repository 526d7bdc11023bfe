package shape_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// A complete binary tree in a quarter of garbage, breadth-first in memory.
func ExampleShape_Build() {
	s, err := shape.Parse("tree")
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := s.Build(shape.Params{Objects: 1000, Seed: 1, Layout: shape.BFS})
	if err != nil {
		fmt.Println(err)
		return
	}
	live, err := heap.Levels(h)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h.NumObjects(), "objects,", live.Count, "live, span", len(live.Levels)-1)
	// Output: 1000 objects, 750 live, span 9
}
