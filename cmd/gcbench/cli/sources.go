package cli

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// heapSource makes one of the heaps that a subcommand works on.
type heapSource struct {
	name string   // for progress and tables
	seed uint64   // of the shape, and of the victim choices of its marks
	args []string // the flags of gcbench run that ask for this heap alone, with its seed
	load func() (*source.Heap, error)
}

// seeded returns s with a seed for the victim choices. A heap from a file has none before.
func (s heapSource) seeded(seed uint64) heapSource {
	s.seed, s.args = seed, append(slices.Clip(s.args), "--seed", strconv.FormatUint(seed, 10))
	return s
}

func shapeSources(names []string, p shape.Params) []heapSource {
	var sources []heapSource
	for _, name := range names {
		made := heapSource{
			name: name, args: []string{"--shape", name, "--objects", strconv.FormatUint(p.Objects, 10), "--layout", p.Layout.String()},
			load: func() (*source.Heap, error) { return source.Build(name, p) },
		}
		sources = append(sources, made.seeded(p.Seed))
	}
	return sources
}

// title is the heap's name in a line of progress.
func (s heapSource) title(at portion) string {
	return fmt.Sprintf("%s (%d of %d)", report.Shorten(s.name, 12), at.index+1, at.of)
}

// load makes the heap; an interrupt ends the wait for it.
func load(s *session.Session, from heapSource) (*source.Heap, error) {
	s.Progress.Show("%s: preparing", from.name)
	h, err := session.Await(s, from.load)
	if err != nil {
		return nil, err
	}
	if h.Warning != "" {
		s.Warn("%s", h.Warning)
	}
	return h, nil
}

func sourceNames(sources []heapSource) []string {
	return named(sources, func(s heapSource) string { return s.name })
}
