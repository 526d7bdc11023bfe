package flags

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Source makes one of the heaps that a subcommand works on.
type Source struct {
	Name string   // for progress and errors: no two heaps of a command have the same
	Heap string   // the shape or the file alone
	Seed uint64   // of the shape, and of the victim choices of its marks
	Args []string // the flags of gcbench run that ask for this heap alone, with its seed
	Once bool     // it can be made once: it is standard input
	Load func(context.Context) (*source.Heap, error)
	// process says that load runs another process. It ends by itself when the context does.
	process bool
	Work    *session.Work // what load says of itself, or nil
}

// Title is the heap's name in a line of progress.
func (s Source) Title(at Portion) string {
	return fmt.Sprintf("%s (%d of %d)", numeral.Shorten(s.Name, 12), at.Index+1, at.Of)
}

// Load makes the heap, and passes on what the user should know about it.
func Load(s *session.Session, from Source) (*source.Heap, error) {
	h, err := Quietly(s, from)
	if err != nil {
		return nil, err
	}
	if h.Warning != "" {
		s.Warn("%s", h.Warning)
	}
	return h, nil
}

// Quietly makes the heap; an interrupt ends the wait for it. Where another process makes it, that one is
// ended and waited for: if this process ended first, no process would end the other one.
func Quietly(s *session.Session, from Source) (*source.Heap, error) {
	watch := session.Watch[*source.Heap]
	if from.process {
		watch = session.WatchToEnd[*source.Heap]
	}
	return watch(s, from.Name, from.Work, func() (*source.Heap, error) { return from.Load(s) })
}

// Believed returns the error of look, which reads the heap, unless the heap's file was cut meanwhile. Then
// neither an answer nor another error is true, and the error says so.
func Believed(h *source.Heap, look func() error) error {
	err := heap.CatchFaults(look)
	if cut := h.Cut(); cut != nil {
		return session.BadInput(cut)
	}
	return err
}

// Row is what tables call the heap: a file's long name is shortened, and not what tells
// one heap of it from the others.
func (s Source) Row() string {
	return numeral.Shorten(s.Heap, columns.MaxName) + strings.TrimPrefix(s.Name, s.Heap)
}

func Rows(sources []Source) []string { return spell.Each(sources, Source.Row) }

func SourceNames(sources []Source) []string {
	return spell.Each(sources, func(s Source) string { return s.Name })
}

// Portion is the place of a heap among those of a command, for estimates of the time left.
type Portion struct{ Index, Of int }

// At is the place of a heap behind index others.
func At(index, of int) Portion { return Portion{index, of} }

// Done is the part of all the work that is done when this part of the heap's is.
func (p Portion) Done(part float64) float64 { return (float64(p.Index) + part) / float64(p.Of) }
