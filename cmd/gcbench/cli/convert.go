package cli

import (
	"context"
	"iter"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/floor"
)

type convertCmd struct {
	In     string `arg:"" type:"input" help:"The heap to read: ${files}."`
	Out    string `arg:"" type:"output" help:"File to write: a snapshot (.heap) or an edge list (.el)."`
	Layout string `type:"choice" of:"arrangement" placeholder:"LAYOUT" help:"Order of the objects in memory: ${arrangements} (default as they are). mark is the order in which one worker scans them."`
	flags.Files
	flags.Report
}

// Help says what survives.
func (*convertCmd) Help() string {
	return "A conversion that keeps the order of the objects keeps the reachable ones and their digest. An edge list has no sizes and no nil references. A file of names loses its names: objects become numbers, in the order in which the names first occur."
}

// Run carries out gcbench convert.
func (c *convertCmd) Run(s *session.Session) error {
	if err := source.Exists(s, c.In); err != nil {
		return err
	}
	if session.SameFile(flags.Inputs(c.In)[0], c.Out) {
		return session.BadUsage("%s and %s are the same file: write to another one", c.In, c.Out)
	}
	from := c.FileSource(c.In, nil)
	if c.Layout != "" {
		from.Load = c.laidOut(from.Load)
	}
	return produce(s, schema.ConvertSchema, c.In, from, c.Out, c.Report)
}

// laidOut loads a heap and puts its objects into the order that was asked for.
func (c *convertCmd) laidOut(load func(context.Context) (*source.Heap, error)) func(context.Context) (*source.Heap, error) {
	return func(ctx context.Context) (*source.Heap, error) {
		h, err := load(ctx)
		if err != nil {
			return nil, err
		}
		room := uint64(len(h.Arena()))*67/64 + 8*h.NumObjects()
		if err := flags.CheckMarking(h.Name(), h.Heap, flags.Markers{Number: 1}, room); err != nil {
			return nil, err
		}
		var laidOut *heap.Heap
		err = flags.Believed(h, func() error {
			order, err := c.order(ctx, h.Heap)
			if err == nil {
				laidOut, err = shape.Reorder(h.Heap, order)
			}
			return err
		})
		h.Heap = laidOut
		return h, err
	}
}

// order has live objects of h in the order that was asked for.
func (c *convertCmd) order(ctx context.Context, h *heap.Heap) (iter.Seq[heap.Ref], error) {
	if c.Layout == spell.ByMark {
		f, err := floor.New(ctx, h)
		if err != nil {
			return nil, err
		}
		return f.Order(), nil
	}
	l, err := shape.ParseLayout(c.Layout)
	if err != nil {
		return nil, err
	}
	return slices.Values(l.Order(h, explain.DefaultSeed)), nil
}
