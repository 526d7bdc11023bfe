package pairs_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/pairs"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// A small tree and a small list are marked in all pairs of ways, and each mark is compared with the oracle.
func ExampleSpace_Pairs() {
	heaps := map[string]*heap.Heap{}
	for _, name := range []string{"tree", "list"} {
		s, err := shape.Parse(name)
		if err != nil {
			log.Fatal(err)
		}
		if heaps[name], err = s.Build(shape.Params{Objects: 100, Seed: 1, Layout: shape.Shuffled}); err != nil {
			log.Fatal(err)
		}
	}
	space := pairs.Space{Shapes: []string{"tree", "list"}, Deques: []*stealq.Kind{stealq.StealHalf, stealq.ABP}, Workers: []int{1, 2}}
	wrong := 0
	for _, c := range space.Pairs() {
		want, err := heap.Reachable(heaps[c.Shape])
		if err != nil {
			log.Fatal(err)
		}
		r, err := mark.Heap(context.Background(), heaps[c.Shape], c.Options)
		if err != nil || r.Marks.Compare(want) != nil {
			wrong++
		}
	}
	fmt.Println(wrong, "marks are wrong")
	// Output:
	// 0 marks are wrong
}
