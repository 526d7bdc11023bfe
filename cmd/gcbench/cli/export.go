package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/rounds"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

type exportCmd struct {
	File string `arg:"" type:"input" help:"The heap to cut: ${files}."`
	flags.Files
	Shards int    `type:"number" required:"" group:"parts" placeholder:"N" help:"Parts to cut the heap into: ${range_shards}."`
	Layout string `type:"choice" of:"partition" group:"parts" placeholder:"NAME" help:"Order in which to cut: ${partitions}. alloc is the order in the file, bfs breadth-first from the roots (default alloc, and the table shows both)."`
	Output string `short:"o" type:"folder" group:"parts" placeholder:"DIR" help:"Folder to write, new or empty."`
	DryRun bool   `group:"parts" help:"Print what the rounds will cost, and write nothing."`
	flags.Report
}

// Help says what a part is, and what the table says.
func (*exportCmd) Help() string {
	return "Cuts a heap into parts that gcbench rounds marks one by one, or several machines at once. Parts are ranges of about equal bytes. Each is a separate snapshot: its objects, and a stub for each object of another part to which they refer. " +
		"The command prints the cost of the rounds before it writes anything. The cost is exact, because the whole heap is searched. Cross edges lead to another part. Messages are those of all rounds together. " +
		"docs/beyond.md says when this is the right way."
}

// Run carries out gcbench export.
func (c *exportCmd) Run(s *session.Session) error {
	switch {
	case c.DryRun && c.Output != "":
		return session.BadUsage("--output and --dry-run exclude each other: write the parts, or see what they would cost")
	case !c.DryRun && c.Output == "":
		return session.BadUsage("--output is missing: name a folder for the parts, or give --dry-run")
	}
	if err := source.Exists(s, c.File); err != nil {
		return err
	}
	if !c.DryRun {
		if err := shard.Vacant(c.Output); err != nil {
			return err
		}
	}
	return c.WriteReport(s, flags.Inputs(c.File), func(w io.Writer) (any, error) {
		h, err := flags.Load(s, c.FileSource(c.File, nil))
		if err != nil {
			return nil, err
		}
		r := &schema.Export{Schema: schema.ExportSchema, Env: machine.Describe(s.Args), Input: h.File, Output: c.Output}
		plan, err := c.plan(s, h, r)
		if err != nil {
			return nil, err
		}
		s.Progress.Clear()
		if err := text.Print(w, text.Export(r)); err != nil || c.DryRun {
			return r, err
		}
		return r, c.write(s, w, plan, r)
	})
}

// plan cuts the heap, and enters what that will cost. It returns the plan that is to be written.
func (c *exportCmd) plan(s *session.Session, h *source.Heap, r *schema.Export) (*shard.Plan, error) {
	layouts := shard.Layouts()
	if c.Layout != "" {
		l, err := shape.ParseLayout(c.Layout)
		if err != nil {
			return nil, err
		}
		layouts = []shape.Layout{l}
	}
	if tooLarge := flags.LargerThanMemory(h.File, h.Heap); tooLarge != "" {
		s.Warn("%s: the search visits the objects in any order, once for each row of the table; unless they lie in breadth-first order, it waits for the disk at nearly every one (--layout has one row)", tooLarge)
	}
	if err := checkPlan(h.Heap, layouts[len(layouts)-1]); err != nil {
		return nil, err
	}
	var chosen *shard.Plan
	for _, l := range layouts {
		s.Progress.Show("%s: counting rounds and messages, layout %v", h.Name(), l)
		p, err := session.Await(s, func() (*shard.Plan, error) { return shard.NewPlan(s, h.Heap, c.Shards, l) })
		if err != nil {
			return nil, err
		}
		if chosen == nil {
			chosen = p
		}
		rounds.Describe(r, h, p)
	}
	return chosen, nil
}

// checkPlan refuses a heap for whose plan there is no memory.
func checkPlan(h *heap.Heap, l shape.Layout) error {
	need, available := shard.PlanBytes(h, l), flags.AvailableMemory()
	if need <= available {
		return nil
	}
	instead := "give a smaller heap"
	if l != shape.Alloc {
		instead = "give --layout alloc, or a smaller heap"
	}
	return fmt.Errorf("cutting the heap with layout %v needs about %s of memory beside it and %s are available: %s", l, source.Size(need), source.Size(available), instead)
}

// write writes the parts and says so.
func (c *exportCmd) write(s *session.Session, w io.Writer, plan *shard.Plan, r *schema.Export) error {
	bytes, err := plan.Write(s, c.Output, func(part int) {
		s.Progress.ShowPart(float64(part)/float64(c.Shards), "writing part %d of %d", part+1, c.Shards)
	})
	if err != nil {
		return interruptedExport(s, err)
	}
	s.Progress.Clear()
	r.Bytes = bytes
	return text.Print(w, text.Exported(r))
}

// interruptedExport says that nothing is left of an export that was interrupted.
func interruptedExport(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &session.Interrupted{Kept: "the parts that were written are removed"}
	}
	return err
}
