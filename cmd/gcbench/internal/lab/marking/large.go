package marking

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// EveryShape is a check with a heap of each shape, of so many objects.
func EveryShape(objects uint64, mark Marker) judge.Check {
	return judge.Check{
		Name: "every shape",
		Asks: fmt.Sprintf("right marks in heaps of %d objects of many shapes: lists, trees, hubs, rings, random graphs", objects),
		Run: func() (string, *verdict.Fault) {
			for _, shape := range shape.Shapes() {
				s := newSubject(build(shape, objects), fmt.Sprintf("of the shape %s and has %d objects", shape.Name, objects))
				if f := try(s, mark); f != nil {
					return "", f
				}
			}
			return fmt.Sprintf("%d shapes", len(shape.Shapes())), nil
		},
	}
}

// build makes a heap of a shape.
func build(s shape.Shape, objects uint64) *heap.Heap {
	h, err := s.Build(shape.Params{Objects: objects, Seed: 1})
	if err != nil {
		judge.Unjudged("the judge cannot make a heap: %v", err)
	}
	return h
}

// stackBytes is how much a goroutine's stack may grow: enough for a marker with arrays of
// its own, too little to recurse along the long list.
const stackBytes = 1 << 20

// LongList is a check with a list that is too long for a marker that recurses.
func LongList(objects int, mark Marker) judge.Check {
	return judge.Check{
		Name: "a long list",
		Asks: fmt.Sprintf("a list of %d objects is marked, with at most %d KiB of the goroutine's stack", objects, stackBytes>>10),
		Run: func() (string, *verdict.Fault) {
			judge.Stack(stackBytes)
			var b heap.Builder
			b.Root(0)
			for i := range uint32(objects - 1) {
				b.Add(0, i+1)
			}
			b.Add(0)
			h, err := b.Build()
			if err != nil {
				judge.Unjudged("the judge cannot make a heap: %v", err)
			}
			return "", try(newSubject(h, fmt.Sprintf("a list of %d objects", objects)), mark)
		},
	}
}
