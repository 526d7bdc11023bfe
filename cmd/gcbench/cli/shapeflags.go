package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// sizeFlags say which heap of a shape to build. Zero values mean not given.
type sizeFlags struct {
	Objects uint64 `type:"number" group:"heap" placeholder:"N" help:"Objects of a heap, live and garbage: ${range_objects}, such as ${millions} (default ${objects})."`
	Layout  string `type:"choice" group:"heap" placeholder:"LAYOUT" help:"Order of objects in memory: ${layouts} (default shuffled)."`
	Seed    uint64 `type:"number" group:"heap" placeholder:"N" default:"1" help:"Seed of shapes and of victim choice: ${range_seed} (default 1)."`
}

// defaultLayout hides the order in which a generator happens to allocate:
// what is measured then is the shape, and the memory.
const defaultLayout = shape.Shuffled

// params returns what the flags ask for, with the given default size.
func (f *sizeFlags) params(objects uint64) (shape.Params, error) {
	p := shape.Params{Objects: f.Objects, Seed: f.Seed, Layout: defaultLayout}
	if p.Objects == 0 {
		p.Objects = objects
	}
	if f.Layout != "" {
		layout, err := shape.ParseLayout(f.Layout)
		if err != nil {
			return p, session.BadUsage("--layout: %w", err)
		}
		p.Layout = layout
	}
	return p, nil
}

// built returns heaps of the shapes. All of them must fit into the memory, with the
// markers and what extra, if not nil, adds.
func (f *sizeFlags) built(shapes []string, objects uint64, m markers, extra func(*heap.Heap) uint64) ([]heapSource, error) {
	p, err := f.params(objects)
	if err != nil {
		return nil, err
	}
	if err := checkMemory(shapes, p, m, extra); err != nil {
		return nil, err
	}
	return shapeSources(shapes, p), nil
}

// refuseWith complains about flags that mean nothing beside other.
func (f *sizeFlags) refuseWith(other string) error {
	switch {
	case f.Objects != 0:
		return session.BadUsage("--objects means nothing with %s: a file has the objects it has", other)
	case f.Layout != "":
		return session.BadUsage("--layout means nothing with %s: a file has the layout it has", other)
	}
	return nil
}

// shapeHelp lists all shapes with a line each.
func shapeHelp() string {
	return "The shapes are:\n\n" + listed(shape.Shapes(), func(s shape.Shape) (string, string) { return s.Name, s.Doc })
}
