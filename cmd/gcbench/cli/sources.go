package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// heapSource makes one of the heaps that a subcommand works on.
type heapSource struct {
	name string   // for progress and errors: no two heaps of a command have the same
	heap string   // the shape or the file alone
	seed uint64   // of the shape, and of the victim choices of its marks
	args []string // the flags of gcbench run that ask for this heap alone, with its seed
	once bool     // it can be made once: it is standard input
	load func(context.Context) (*source.Heap, error)
	// process says that load runs another process. It ends by itself when the context does.
	process bool
	work    *session.Work // what load says of itself, or nil
}

// title is the heap's name in a line of progress.
func (s heapSource) title(at portion) string {
	return fmt.Sprintf("%s (%d of %d)", numeral.Shorten(s.name, 12), at.index+1, at.of)
}

// load makes the heap, and passes on what the user should know about it.
func load(s *session.Session, from heapSource) (*source.Heap, error) {
	h, err := quietly(s, from)
	if err != nil {
		return nil, err
	}
	if h.Warning != "" {
		s.Warn("%s", h.Warning)
	}
	return h, nil
}

// quietly makes the heap; an interrupt ends the wait for it. Where another process makes it, that one is
// ended and waited for: if this process ended first, nobody would end the other one.
func quietly(s *session.Session, from heapSource) (*source.Heap, error) {
	watch := session.Watch[*source.Heap]
	if from.process {
		watch = session.WatchToEnd[*source.Heap]
	}
	return watch(s, from.name, from.work, func() (*source.Heap, error) { return from.load(s) })
}

// believed returns the error of look, which reads the heap, unless the heap's file was cut meanwhile. Then
// neither an answer nor another error is true, and the error says so.
func believed(h *source.Heap, look func() error) error {
	err := heap.CatchFaults(look)
	if cut := h.Cut(); cut != nil {
		return session.BadInput(cut)
	}
	return err
}

// row is what tables call the heap: a file's long name is shortened, and not what tells
// one heap of it from the others.
func (s heapSource) row() string {
	return numeral.Shorten(s.heap, columns.MaxName) + strings.TrimPrefix(s.name, s.heap)
}

func rows(sources []heapSource) []string { return named(sources, heapSource.row) }

func sourceNames(sources []heapSource) []string {
	return named(sources, func(s heapSource) string { return s.name })
}
