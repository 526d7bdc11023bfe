package timing

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/info"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// The description of a heap in a report, its times aside, costs time and memory, and so does a
// timeline. Both are therefore made when nothing is measured any more, once for each heap, and
// by the process that the user started. Each heap is made again, or its file is read again.

// revisits reports whether the run looks at its heaps again.
func (c *Run) revisits() bool { return (c.JSON != "" || c.Timeline != "") && !invoke.Here() }

// keep has the heaps that can be made once stay in memory, if the run looks at them again.
func (c *Run) keep(sources []flags.Source) {
	for i := range sources {
		if sources[i].Once && c.revisits() {
			load := sources[i].Load
			once := sync.OnceValues(func() (*source.Heap, error) { return load(context.Background()) }) // no repository is read once
			sources[i].Load = func(context.Context) (*source.Heap, error) { return once() }
		}
	}
}

// revisitAll looks at all heaps again. A heap that cannot be looked at is left out with a
// warning. The error is an interrupt. The results are complete all the same.
func (c *Run) revisitAll(s *session.Session, r *schema.Run, sources []flags.Source, setups []flags.Setup) error {
	if !c.revisits() {
		return nil
	}
	defer s.Progress.Clear()
	for i, from := range sources {
		title := from.Title(flags.At(i, len(sources)))
		s.Progress.Show("%s: preparing to look at it again", title)
		h, err := flags.Quietly(s, from) // and not load, which warns once more of what it has warned of
		unseen, unrecorded := err, err
		if err == nil {
			unseen = c.revisit(s, h, from, r, title)
			unrecorded = c.record(s, h, from, setups, title)
		}
		switch {
		case s.Err() != nil && (unseen != nil || unrecorded != nil):
			return c.revisitInterrupted(r, unseen != nil || i+1 < len(sources))
		case unseen != nil && c.JSON != "":
			warning := fmt.Sprintf(`"heaps" of --json lacks a heap: %v`, unseen)
			s.Warn("%s", warning)
			r.Warn(warning)
		}
		c.timelines.fail(unrecorded)
		measure.CollectGarbage() // make room for the next heap
	}
	return nil
}

// revisitInterrupted says what is missing, and what is not. missing is true if heaps are.
func (c *Run) revisitInterrupted(r *schema.Run, missing bool) error {
	var lacks []string
	if c.JSON != "" && missing {
		r.Warn(`"heaps" is not complete: the run was interrupted after the last measurement`)
		lacks = append(lacks, `"heaps" of --json is not complete`)
	}
	if c.Timeline != "" {
		lacks = append(lacks, "--timeline is not written")
	}
	return &session.Interrupted{Kept: "all results are written, but " + strings.Join(lacks, ", and ")}
}

// revisit looks at a heap of which r has results, and enters what it finds, if --json asks for
// that.
func (c *Run) revisit(s *session.Session, h *source.Heap, from flags.Source, r *schema.Run, title string) error {
	if c.JSON == "" {
		return nil
	}
	s.Progress.Show("%s: surveying", title)
	if err := flags.CheckOrder(from.Name, h.Heap); err != nil {
		return err
	}
	if err := flags.CheckMarking(from.Name, h.Heap, flags.Markers{Number: 1}, flags.ExplainBytes(h.Heap)); err != nil {
		return err
	}
	found, err := survey(s, h, from.Seed, r.Results)
	if err != nil {
		return fmt.Errorf("%s: %w", from.Name, err)
	}
	r.Heaps = append(r.Heaps, *found)
	return nil
}

// survey describes a heap, and says what this means for the marks of it among the results.
// The heap may come from a file that was never checked. Then heap.Levels reports a reference
// that leads nowhere, and Check reports figures that do not fit together.
func survey(s *session.Session, h *source.Heap, seed uint64, results []schema.Result) (*schema.Heap, error) {
	reached, err := session.Await(s, func() (*heap.Reached, error) { return heap.Levels(h.Heap) })
	if err != nil {
		return nil, err
	}
	f := &explain.Facts{Facts: h.Facts(seed, reached.Count), Processors: runtime.GOMAXPROCS(0), LastCache: LastCache()}
	if err := f.Measured(results); err != nil {
		return nil, err
	}
	found, err := session.Await(s, func() (*schema.Heap, error) {
		f.Structure = explain.Survey(h.Heap, reached)
		return info.Heap(h, seed, reached, f.Structure), nil
	})
	if err != nil {
		return nil, err
	}
	if f.Bound, err = bound(s, h.Heap, seed); err != nil {
		return nil, err
	}
	found.Bound = *f.Bound
	for _, finding := range explain.Explain(f).Findings {
		found.Remarks = append(found.Remarks, *finding)
	}
	return found, found.Check()
}
