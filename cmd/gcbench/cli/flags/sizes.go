package flags

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// Sizes are sizeFlags whose values may be lists.
type Sizes struct {
	sizeFlags `embed:"" set:"more=,..."`
}

// Size is sizeFlags for a command that makes one heap.
type Size struct {
	sizeFlags `embed:"" set:"more="`
}

// sizeFlags say which heaps of a shape to build: every combination. Nil means not given.
type sizeFlags struct {
	Objects []uint64 `type:"numbers" group:"heap" placeholder:"N${more}" help:"Objects of a heap, live and garbage: ${range_objects}, such as ${millions} (default ${objects})."`
	Layout  []string `type:"names" group:"heap" placeholder:"LAYOUT${more}" help:"Order of objects in memory: ${layouts}${or_all} (default shuffled)."`
	Seed    []uint64 `type:"numbers" group:"heap" placeholder:"N${more}" help:"Seed of shapes and of victim choice: ${range_seed} (default 1)."`
}

const defaultLayout = explain.DefaultLayout

// Lists are the flags that say how many heaps of a shape there are.
func (f *sizeFlags) Lists() []spell.Value { return spell.Given(f) }

func (f *sizeFlags) seeds() []uint64 { return orDefault(f.Seed, explain.DefaultSeed) }

// orDefault is what a flag lists, or its default.
func orDefault[T any](list []T, otherwise T) []T {
	if list == nil {
		return []T{otherwise}
	}
	return list
}

// Built returns heaps of the shapes: the shapes outermost, the seeds innermost. All of
// them must fit into the memory, with the markers and what extra, if not nil, adds.
func (f *sizeFlags) Built(shapes []string, objects uint64, m Markers, extra func(*heap.Heap) uint64) ([]Source, error) {
	sizes := orDefault(f.Objects, objects)
	layouts := spell.Each(orDefault(f.Layout, defaultLayout.String()), func(name string) shape.Layout {
		layout, _ := shape.ParseLayout(name) // the flag has been checked
		return layout
	})
	largest := shape.Params{Objects: slices.Max(sizes), Seed: f.seeds()[0], Layout: layouts[0]}
	if err := checkMemory(shapes, largest, m, extra); err != nil {
		return nil, err
	}
	var sources []Source
	for _, name := range shapes {
		for _, size := range sizes {
			for _, layout := range layouts {
				for _, seed := range f.seeds() {
					sources = append(sources, f.shaped(name, shape.Params{Objects: size, Layout: layout, Seed: seed}))
				}
			}
		}
	}
	return sources, nil
}

// shaped is one heap of a shape. Its name has what tells it from the others.
func (f *sizeFlags) shaped(name string, p shape.Params) Source {
	work := &session.Work{}
	s := Source{
		Name: name, Heap: name, Args: []string{"--shape", name, "--objects", strconv.FormatUint(p.Objects, 10), "--layout", p.Layout.String()},
		Load: func(context.Context) (*source.Heap, error) { return source.Watch(work.Report).Build(name, p) }, Work: work,
	}
	if len(f.Objects) > 1 {
		s.Name += " " + numeral.Short(p.Objects)
	}
	if len(f.Layout) > 1 {
		s.Name += " " + p.Layout.String()
	}
	return f.seeded(s, p.Seed)
}

// seeded returns s with a seed, for the victim choices of its marks as well.
func (f *sizeFlags) seeded(s Source, seed uint64) Source {
	if len(f.Seed) > 1 {
		s.Name += fmt.Sprintf(" seed %d", seed)
	}
	s.Seed, s.Args = seed, append(slices.Clip(s.Args), "--seed", strconv.FormatUint(seed, 10))
	return s
}

// perSeed returns each of the heaps, which are in files, once for each seed.
func (f *sizeFlags) perSeed(files []Source) (sources []Source) {
	for _, s := range files {
		for _, seed := range f.seeds() {
			sources = append(sources, f.seeded(s, seed))
		}
	}
	return sources
}

// refuseWith complains about flags that mean nothing beside other.
func (f *sizeFlags) refuseWith(other string) error {
	switch {
	case f.Objects != nil:
		return session.BadUsage("--objects means nothing with %s: the file determines its objects", other)
	case f.Layout != nil:
		return session.BadUsage("--layout means nothing with %s: the file determines its layout", other)
	}
	return nil
}

// SpelledSizes are the flags on layouts and seeds that were given.
func (f *sizeFlags) SpelledSizes() []spell.Value {
	return slices.DeleteFunc(spell.Given(f), func(v spell.Value) bool { return v.Flag == "objects" })
}
