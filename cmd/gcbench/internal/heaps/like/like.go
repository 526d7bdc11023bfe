// Package like finds the synthetic shapes that resemble a heap.
//
// Each shape is built small, in each layout, as it is and with parameters that are read off the heap. The three shapes that
// come nearest are then built as large as the heap, because the number of levels depends on it, and compared again.
package like

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

const (
	small   = 1 << 16 // objects of a heap in the first round
	large   = 4 << 20 // most objects of a heap in the second one
	reports = 3       // shapes that are reported
)

// Find returns the shapes that resemble h best, best first. reached, with levels, is what is live in h. watch is told how
// many heaps of how many were compared. It takes the memory of a heap of 4 million objects, or of as many as h has.
func Find(h *heap.Heap, reached *heap.Reached, watch func(done, all uint64)) []schema.Likeness {
	of := traitsOf(h, reached)
	candidates := candidatesFor(of)
	all := uint64(len(candidates) + reports)
	best := map[string]schema.Likeness{}
	for i, c := range candidates {
		watch(uint64(i), all)
		l, ok := c.compare(of, min(h.NumObjects(), small))
		family, _, _ := strings.Cut(c.shape, ":")
		if ok && l.Score > best[family].Score {
			best[family] = l
		}
	}
	found := nearest(best)
	for i, l := range found {
		watch(all-uint64(len(found)-i), all)
		if again, ok := (candidate{l.Shape, l.Layout}).compare(of, min(h.NumObjects(), large)); ok {
			found[i] = again
		}
	}
	slices.SortStableFunc(found, better)
	return found
}

func better(a, b schema.Likeness) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Shape, b.Shape))
}

func nearest(best map[string]schema.Likeness) []schema.Likeness {
	found := []schema.Likeness{}
	for _, l := range best {
		found = append(found, l)
	}
	slices.SortFunc(found, better)
	return found[:min(len(found), reports)]
}

// candidate is a shape, with its parameters, in a layout.
type candidate struct{ shape, layout string }

// candidatesFor are all shapes, as they are and with what is read off a heap.
func candidatesFor(of traits) (all []candidate) {
	for _, s := range shape.Shapes() {
		names := []string{s.Name}
		if fitted, err := shape.Parse(s.Name + ":" + strings.Join(of.parameters(s), ",")); err == nil {
			names = append(names, fitted.Name)
		}
		for _, name := range slices.Compact(names) {
			for _, l := range shape.Layouts() {
				all = append(all, candidate{name, l.String()})
			}
		}
	}
	return all
}

// parameters are those of s that can be read off a heap, as they are written behind its name.
func (of traits) parameters(s shape.Shape) (list []string) {
	for _, p := range s.Parameters() {
		v, known := map[string]float64{
			"degree": of[refsEach], "payload": of[payload],
			"garbage": 1000 * of[garbage], "length": of[levels], "layers": of[levels],
		}[p.Name]
		if !known {
			continue
		}
		step := float64(p.Step)
		whole := uint64(max(0, math.Round(v/step)*step))
		list = append(list, p.Name+"="+p.Format(min(max(whole, p.Low), p.High/p.Step*p.Step)))
	}
	return list
}

// compare builds the shape with so many objects. It is not ok if the shape has no heap of that size.
func (c candidate) compare(of traits, objects uint64) (l schema.Likeness, ok bool) {
	s, err := shape.Parse(c.shape)
	if err != nil {
		return l, false
	}
	layout, err := shape.ParseLayout(c.layout)
	if err != nil {
		return l, false
	}
	h, err := s.Build(shape.Params{Objects: objects, Seed: explain.DefaultSeed, Layout: layout})
	if err != nil {
		return l, false
	}
	reached, err := heap.Levels(h)
	if err != nil {
		return l, false
	}
	l = schema.Likeness{Shape: s.Name, Layout: c.layout, Objects: objects, Command: fmt.Sprintf("gcbench run --shape %s --layout %s --objects %d", s.Name, c.layout, objects)}
	its := traitsOf(h, reached)
	for i, t := range compared {
		score := t.score(of[i], its[i])
		l.Traits = append(l.Traits, schema.Trait{Name: t.name, Share: t.factor == 0, Heap: of[i], Shape: its[i], Score: score})
		l.Score += score
	}
	l.Score /= float64(len(compared))
	return l, true
}
