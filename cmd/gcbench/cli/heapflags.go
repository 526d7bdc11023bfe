package cli

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// defaultObjects is the size of a synthetic heap where nothing else is said.
const defaultObjects = 1_000_000

// heapFlags say which heaps to mark: synthetic ones or those in files.
type heapFlags struct {
	Shape     []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes of synthetic heaps: ${shapes}, or all (default ${unnamed})."`
	Heap      []string `type:"names" group:"heap" placeholder:"FILE,..." help:"Files to mark instead: snapshots (.heap), Go heap dumps, edge lists (.el), compressed (.zst, .gz) or not; - is standard input."`
	sizeFlags `embed:"" set:"objects=1000000"`
	fileFlags
}

// sources returns the heaps: unnamed are the shapes if none are named. Synthetic
// heaps must fit into the memory, with the markers and what extra adds.
func (f *heapFlags) sources(unnamed []string, trust bool, m markers, extra func(*heap.Heap) uint64) ([]heapSource, error) {
	if f.Heap != nil {
		return f.files(trust)
	}
	if err := f.needFile("--heap"); err != nil {
		return nil, err
	}
	shapes := f.Shape
	if shapes == nil {
		shapes = unnamed
	}
	return f.built(shapes, defaultObjects, m, extra)
}

// files returns the heaps in the files, all of which exist.
func (f *heapFlags) files(trust bool) ([]heapSource, error) {
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
		if err := source.Exists(path); err != nil {
			return nil, fmt.Errorf("--heap: %w", err)
		}
	}
	seeded := func(s heapSource) heapSource { return s.seeded(f.Seed) }
	return named(f.fileSources(f.Heap, trust), seeded), f.refuseWith("--heap")
}
