package cli

import (
	"context"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// defaultObjects is the size of a synthetic heap where nothing else is said.
const defaultObjects = explain.DefaultObjects

// heapFlags say which heaps to mark: synthetic ones or those in files.
type heapFlags struct {
	Shape     []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes of synthetic heaps, listed below, or all (default ${unnamed})."`
	Heap      []string `type:"names" group:"heap" placeholder:"FILE,..." help:"Files to mark instead, each one ${files}."`
	sizeLists `embed:"" set:"objects=1000000"`
	fileFlags
}

// sources returns the heaps: unnamed are the shapes if none are named. Synthetic
// heaps must fit into the memory, with the markers and what extra adds. The context ends a look into a
// git repository.
func (f *heapFlags) sources(ctx context.Context, unnamed []string, trust bool, m markers, extra func(*heap.Heap) uint64) ([]heapSource, error) {
	if f.Heap != nil {
		return f.files(ctx, trust)
	}
	if err := f.needFile("--heap"); err != nil {
		return nil, err
	}
	return f.built(f.shapes(unnamed), defaultObjects, m, extra)
}

func (f *heapFlags) shapes(unnamed []string) []string {
	if f.Shape == nil {
		return unnamed
	}
	return f.Shape
}

// lengths are how many heaps there are.
func (f *heapFlags) lengths(unnamed []string) []length {
	first := length{"shape", len(f.shapes(unnamed))}
	if f.Heap != nil {
		first = length{"heap", len(f.Heap)}
	}
	return append([]length{first}, f.sizeFlags.lengths()...)
}

// oneSeed is the error about standard input with several seeds.
func oneSeed() error {
	return session.BadUsage("--seed: a heap is read once for each seed, and standard input can be read once: give one seed")
}

// readable complains about a file that cannot be a heap, before a process or any measurement is begun.
func (f *heapFlags) readable(ctx context.Context, path string, trust bool) error {
	if err := source.Exists(ctx, path); err != nil {
		return fmt.Errorf("--heap: %w", err)
	}
	how, err := f.reading()
	if err != nil {
		return err
	}
	how.Context, how.Trust = ctx, trust
	return f.understood(source.Check(path, how))
}

// files returns the heaps in the files, all of which begin as a heap does.
func (f *heapFlags) files(ctx context.Context, trust bool) ([]heapSource, error) {
	if f.Shape != nil {
		return nil, session.BadUsage("--shape and --heap exclude each other: the heaps are synthetic or from files")
	}
	stdin := 0
	for _, path := range f.Heap {
		if source.IsStdin(path) {
			stdin++
		}
		if stdin > 1 {
			return nil, session.BadUsage("--heap: %s is standard input once more, which can be read once: give it once", path)
		}
		if err := f.readable(ctx, path, trust); err != nil {
			return nil, err
		}
	}
	if stdin > 0 && len(f.Seed) > 1 {
		return nil, oneSeed()
	}
	return f.perSeed(f.fileSources(f.Heap, trust)), f.refuseWith("--heap")
}
