package shape

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Params say which heap of a shape to build. Objects must be at least 1.
type Params struct {
	Objects uint64 // number of objects, live and garbage; Build makes exactly this many
	Seed    uint64 // the same seed gives the same heap
	Layout  Layout
}

// Shape is a family of heaps. Get one from [Parse] or [Shapes]. A Shape does not change, and
// any goroutine may use it.
type Shape struct {
	Name   string // letters a to z
	Doc    string // one line for help
	Params string // what the heap is like: share of live objects, references, payload in bytes, span

	// From 1,000 objects on, minLive to maxLive percent of the objects are live.
	minLive, maxLive uint64
	// One object in so many is garbage from birth by default.
	garbage uint64
	// defaults are the parameters that the shape takes besides garbage.
	defaults byDefault
	takes    [knobs]bool
	values   [knobs]uint64
	// bytes is an upper bound on the average bytes of arena for each object, live or
	// garbage, with the parameters by default. Build uses it to refuse hopeless sizes before it spends memory on them.
	bytes uint64
	// beside is an upper bound on the average bytes for each object of what the shape itself
	// remembers while it adds objects.
	beside uint64
	// mutate adds m.live objects and the roots, at least one. Each time that m has the same
	// random numbers, it adds the same.
	mutate func(m *mutator)
	// prepare is for a shape whose objects depend on what happens to later ones. It returns
	// mutate. If it draws from m.rng, mutate goes on from there.
	prepare func(m *mutator) (mutate func(m *mutator))
}

var shapes = documented(
	list, deep, tree, lists, wide, arrays, random, uniform, rmat,
	debruijn, grid, rings, dag, app, program, gcbench,
)

// documented settles the parameters by default, and puts the share of live objects in front of each shape's Params.
func documented(shapes ...Shape) []Shape {
	for i := range shapes {
		s := &shapes[i]
		s.settle(s.defaults)
		live := fmt.Sprintf("%d%%", s.minLive)
		if s.maxLive > s.minLive {
			live = fmt.Sprintf("%d to %d%%", s.minLive, s.maxLive)
		}
		s.Params = fmt.Sprintf("Live: %s. %s", live, s.Params)
	}
	return shapes
}

// Shapes returns all shapes. The slice is a copy.
func Shapes() []Shape { return slices.Clone(shapes) }

// Names returns the names of all shapes, in the order of [Shapes].
func Names() []string {
	names := make([]string, len(shapes))
	for i, s := range shapes {
		names[i] = s.Name
	}
	return names
}

// Parse returns the shape of that name, which may be followed by parameters: random, or
// random:degree=6,garbage=0.5. The error lists every shape with its line of documentation, or
// the parameters that the shape takes. Any goroutine may call it.
func Parse(text string) (Shape, error) {
	name, with, more := strings.Cut(text, ":")
	if s := family(name); s.Name != "" {
		if more {
			return s.with(with)
		}
		return s, nil
	}
	var known strings.Builder
	for _, s := range shapes {
		fmt.Fprintf(&known, "\n  %-9s %s", s.Name, s.Doc)
	}
	return Shape{}, fmt.Errorf("shape: unknown shape %q; the shapes are:%s", name, known.String())
}

// family returns the shape of that name without parameters. There may be none.
func family(name string) Shape {
	if i := slices.IndexFunc(shapes, func(s Shape) bool { return s.Name == name }); i >= 0 {
		return shapes[i]
	}
	return Shape{}
}

// Build makes the heap. It has exactly p.Objects objects, at least one root and at least one
// live object. It fails if p.Objects is 0 or more than an arena holds, or if the layout is
// unknown.
//
// The caller's goroutine does the work. It generates all objects twice, or three times for
// BFS, so it needs no memory for the graph beside the arena: see [Shape.BuildBytes]. Any
// number of goroutines may build heaps at once.
func (s Shape) Build(p Params) (*heap.Heap, error) { return s.BuildWatched(p, nil) }

// BuildWatched is Build that says how far it is. It calls watch, unless this is nil, when a
// phase begins, and then each time that some hundred thousand objects more are done, of so
// many in all. The goroutine that builds calls watch.
func (s Shape) BuildWatched(p Params, watch func(phase string, done, all uint64)) (*heap.Heap, error) {
	if err := s.check(p); err != nil {
		return nil, err
	}
	h, err := newGenerator(s, p, watch).build()
	if err != nil {
		return nil, fmt.Errorf("shape %s: %w", s.Name, err)
	}
	return h, nil
}

// BuildBytes returns how many bytes of memory Build takes at most beside an arena of so many
// bytes.
func (s Shape) BuildBytes(p Params, arena uint64) uint64 {
	// The addresses, what the shape remembers, the order of a layout, and the search by breadth.
	switch each := 4 + s.besideBytes(p.Objects); p.Layout {
	case Alloc:
		return each * p.Objects
	case BFS:
		return (each+5)*p.Objects + arena*7/128
	default:
		return (each + 4) * p.Objects
	}
}

// check returns an error for parameters that no heap can have.
func (s Shape) check(p Params) error {
	limit := s.maxObjects()
	switch {
	case s.mutate == nil && s.prepare == nil:
		return fmt.Errorf("shape: %q was not obtained from Shapes or Parse", s.Name)
	case p.Objects == 0:
		return fmt.Errorf("shape %s: 0 objects: it must be from 1 to %d", s.Name, limit)
	case p.Objects > limit:
		return fmt.Errorf("shape %s: %d objects of %d bytes on average exceed the arena: it must be from 1 to %d",
			s.Name, p.Objects, s.meanBytes(), limit)
	case int(p.Layout) >= len(layoutNames):
		return fmt.Errorf("shape %s: unknown layout %d: it must be one of %s", s.Name, uint8(p.Layout), strings.Join(layoutNames, ", "))
	}
	return nil
}

// maxObjects returns how many objects an arena holds. An arena has up to 32 GiB, or
// what the platform can address.
func (s Shape) maxObjects() uint64 {
	return min(heap.MaxGranules*heap.GranuleBytes, math.MaxInt) / max(s.meanBytes(), heap.GranuleBytes)
}
