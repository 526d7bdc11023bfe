package flags

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// DefaultObjects is the size of a synthetic heap where nothing else is said.
const DefaultObjects = explain.DefaultObjects

// Heaps say which heaps to mark: synthetic ones or those in files.
type Heaps struct {
	Shape []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes of synthetic heaps, listed below, or all (default ${unnamed})."`
	Heap  []string `type:"names" group:"heap" placeholder:"FILE,..." help:"Files to mark instead, each one ${files}."`
	Sizes `embed:"" set:"objects=1000000"`
	Files
}

// Sources returns the heaps: unnamed are the shapes if none are named. Synthetic
// heaps must fit into the memory, with the markers and what extra adds. The context ends a look into a
// git repository.
func (f *Heaps) Sources(ctx context.Context, unnamed []string, trust bool, m Markers, extra func(*heap.Heap) uint64) ([]Source, error) {
	if f.Heap != nil {
		return f.files(ctx, trust)
	}
	if err := f.NeedFile("--heap"); err != nil {
		return nil, err
	}
	return f.Built(f.Shapes(unnamed), DefaultObjects, m, extra)
}

// Shapes are those that were named, or else unnamed.
func (f *Heaps) Shapes(unnamed []string) []string {
	if f.Shape == nil {
		return unnamed
	}
	return f.Shape
}

// Lists are the flags that say how many heaps there are.
func (f *Heaps) Lists(unnamed []string) []spell.Value {
	first := spell.Value{Flag: "shape", Value: strings.Join(f.Shapes(unnamed), ",")}
	if f.Heap != nil {
		first = spell.Value{Flag: "heap", Value: strings.Join(f.Heap, ",")}
	}
	return append([]spell.Value{first}, f.sizeFlags.Lists()...)
}

// OfFile returns the heap in a file, once for each seed; what names the argument that gives the file.
func (f *Heaps) OfFile(ctx context.Context, path, what string) ([]Source, error) {
	if f.Shape != nil {
		return nil, session.BadUsage("--shape and %s exclude each other: the heaps are synthetic or from a file", what)
	}
	if err := source.Exists(ctx, path); err != nil {
		return nil, err
	}
	if source.IsStdin(path) && len(f.Seed) > 1 {
		return nil, oneSeed()
	}
	return f.perSeed(f.FileSources([]string{path}, false)), f.refuseWith(what)
}

// oneSeed is the error about standard input with several seeds.
func oneSeed() error {
	return session.BadUsage("--seed: a heap is read once for each seed, and standard input can be read once: give one seed")
}

// readable complains about a file that cannot be a heap, before a process or any measurement is begun.
func (f *Heaps) readable(ctx context.Context, path string, trust bool) error {
	if err := source.Exists(ctx, path); err != nil {
		return fmt.Errorf("--heap: %w", err)
	}
	how, err := f.Reading()
	if err != nil {
		return err
	}
	how.Context, how.Trust = ctx, trust
	return f.understood(source.Check(path, how))
}

// files returns the heaps in the files, all of which begin as a heap does.
func (f *Heaps) files(ctx context.Context, trust bool) ([]Source, error) {
	if f.Shape != nil {
		return nil, session.BadUsage("--shape and --heap exclude each other: the heaps are synthetic or from files")
	}
	stdin := 0
	for _, path := range f.Heap {
		if source.IsStdin(path) {
			stdin++
		}
		if stdin > 1 {
			return nil, session.BadUsage("--heap: %s is standard input again, which can be read only once: give it once", path)
		}
		if err := f.readable(ctx, path, trust); err != nil {
			return nil, err
		}
	}
	if stdin > 0 && len(f.Seed) > 1 {
		return nil, oneSeed()
	}
	return f.perSeed(f.FileSources(f.Heap, trust)), f.refuseWith("--heap")
}

// Spread are the shapes of a run that names none: from no parallelism at all
// to plenty, from even to skewed, from one object to sixteen references each.
var Spread = []string{"list", "tree", "wide", "random", "rmat", "grid", "app", "gcbench"}
