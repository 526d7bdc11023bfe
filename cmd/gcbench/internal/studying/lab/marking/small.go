package marking

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// The bounds of the small heaps.
const (
	maxObjects = 3
	maxRefs    = 2
	maxRoots   = 2
)

// EverySmallHeap is a check with all heaps up to the bounds, the smallest first.
func EverySmallHeap(mark Marker) judge.Check {
	return everySmallHeap("every small heap", "", 0, mark)
}

// EveryWideHeap is the same check with objects so large that each has another word of a
// bitmap.
func EveryWideHeap(mark Marker) judge.Check {
	return everySmallHeap("every wide heap", ", each object in another word of the bitmaps", 64*heap.GranuleBytes, mark)
}

func everySmallHeap(name, how string, payload uint64, mark Marker) judge.Check {
	return judge.Check{
		Name: name,
		Asks: fmt.Sprintf("right marks in all heaps of up to %d objects with up to %d references each and up to %d roots%s", maxObjects, maxRefs, maxRoots, how),
		Run: func() (string, *verdict.Fault) {
			heaps := 0
			for objects := range maxObjects + 1 {
				for _, g := range graphs(objects) {
					heaps++
					s := newSubject(g.heap(payload), "")
					if f := try(s, mark); f != nil {
						return "", explained(s, mark, f)
					}
				}
			}
			return fmt.Sprintf("%d heaps", heaps), nil
		},
	}
}

// explained adds to a fault what the marker called. For this it lets the marker run again.
// A marker that keeps something may do something else then.
func explained(s *subject, mark Marker, f *verdict.Fault) *verdict.Fault {
	again := newTrial(s)
	again.calls = &calls{}
	if other := again.judge(mark); other != nil && other.Says == f.Says && len(again.calls.made) > 0 {
		f.Story += "\n\n" + again.calls.story()
	}
	return f
}

// graph is a small heap. Objects are numbered from 0 here.
type graph struct {
	roots []uint32
	refs  [][]uint32
}

// graphs returns all small heaps with so many objects, those with few references and roots
// first.
func graphs(objects int) (all []graph) {
	targets := []uint32{heap.NoObject}
	for i := range objects {
		targets = append(targets, uint32(i))
	}
	roots := listsOf(targets[1:], maxRoots)
	for _, refs := range judge.Choices(listsOf(targets, maxRefs), objects) {
		for _, r := range roots {
			all = append(all, graph{roots: r, refs: refs})
		}
	}
	slices.SortStableFunc(all, func(a, b graph) int { return a.size() - b.size() })
	return all
}

// listsOf returns all lists of up to so many elements.
func listsOf(elements []uint32, most int) (lists [][]uint32) {
	for n := range most + 1 {
		lists = append(lists, judge.Choices(elements, n)...)
	}
	return lists
}

// size is the number of references and roots.
func (g graph) size() int {
	n := len(g.roots)
	for _, refs := range g.refs {
		n += len(refs)
	}
	return n
}

func (g graph) heap(payload uint64) *heap.Heap {
	var b heap.Builder
	for _, refs := range g.refs {
		b.Add(payload, refs...)
	}
	for _, r := range g.roots {
		b.Root(r)
	}
	return judge.Made(b.Build())
}
