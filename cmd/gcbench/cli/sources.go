package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// heapSource makes one of the heaps that a subcommand works on.
type heapSource struct {
	name string // for progress and tables
	load func() (*source.Heap, error)
}

func shapeSources(names []string, p shape.Params) []heapSource {
	var sources []heapSource
	for _, name := range names {
		sources = append(sources, heapSource{name, func() (*source.Heap, error) { return source.Build(name, p) }})
	}
	return sources
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
