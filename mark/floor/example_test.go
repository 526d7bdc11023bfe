package floor_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/floor"
)

// How far is a mark from the floor of its heap?
func ExampleFloor_Measure() {
	s, err := shape.Parse("random")
	if err != nil {
		log.Fatal(err)
	}
	h, err := s.Build(shape.Params{Objects: 1_000_000, Seed: 1, Layout: shape.Shuffled})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	f, err := floor.New(ctx, h)
	if err != nil {
		log.Fatal(err)
	}
	r, err := mark.Heap(ctx, h, mark.Options{Workers: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("the mark took %.2f times its floor\n", float64(r.Stats.Duration)/float64(f.Measure(2)))
}
