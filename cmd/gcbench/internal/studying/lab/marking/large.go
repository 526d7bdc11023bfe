package marking

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
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
				if f := try(shaped(shape, objects), mark); f != nil {
					return "", f
				}
			}
			return fmt.Sprintf("%d shapes", len(shape.Shapes())), nil
		},
	}
}

// shaped makes a heap of a shape.
func shaped(s shape.Shape, objects uint64) *subject {
	h := judge.Made(s.Build(shape.Params{Objects: objects, Seed: 1}))
	return newSubject(h, fmt.Sprintf("of the shape %s and has %d objects", s.Name, objects))
}

// random makes a heap in which references lead anywhere.
func random(objects uint64) *subject { return shaped(judge.Made(shape.Parse("random")), objects) }

// stackBytes is how much a goroutine's stack may grow: enough for a marker with its own
// arrays, too little to recurse along the long list.
const stackBytes = 1 << 20

// LongList is a check with a list that is too long for a marker that recurses.
func LongList(objects uint64, mark Marker) judge.Check {
	return judge.Check{
		Name: "a long list",
		Asks: fmt.Sprintf("a list of %d objects is marked, with at most %d KiB of the goroutine's stack", objects, stackBytes>>10),
		Run: func() (string, *verdict.Fault) {
			judge.Stack(stackBytes)
			return "", try(longList(objects), mark)
		},
	}
}

// longList makes a list in which each object refers to the next one in memory.
func longList(objects uint64) *subject {
	var b heap.Builder
	b.Root(0)
	for i := range uint32(objects - 1) {
		b.Add(0, i+1)
	}
	b.Add(0)
	return newSubject(judge.Made(b.Build()), fmt.Sprintf("a list of %d objects, each behind the one before it", objects))
}
