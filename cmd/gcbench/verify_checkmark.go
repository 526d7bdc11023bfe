package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/checkmark"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// mark marks h with o c.Reps times and compares each mark with the oracle and, if
// asked to, with a second mark made after it. After it, because a mark that
// changed the heap would not be noticed by a set found before.
func (c *verifyCmd) mark(ctx context.Context, h *heap.Heap, oracle *heap.Reached, o mark.Options) ([]mark.Stats, error) {
	if !c.Checkmark {
		return measure.Verify(ctx, h, oracle, o, c.Reps)
	}
	m, err := mark.New(o)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	second := checkmark.New(h)
	var all []mark.Stats
	for range c.Reps {
		r, err := m.Heap(ctx, h)
		if err != nil {
			return all, err
		}
		if err := c.compare(r, oracle, second); err != nil {
			return all, &measure.VerificationError{Options: o, Err: err}
		}
		stats := r.Stats
		stats.Workers = slices.Clone(stats.Workers)
		all = append(all, stats)
	}
	return all, nil
}

// compare holds a mark against the oracle and against a second mark.
func (c *verifyCmd) compare(r *mark.Result, oracle *heap.Reached, second *checkmark.Checkmark) error {
	if err := r.Marks.Compare(oracle); err != nil {
		return err
	}
	if r.Stats.Marked != oracle.Count {
		return fmt.Errorf("%d objects were counted as marked, %d are", r.Stats.Marked, oracle.Count)
	}
	if err := second.Mark(); err != nil {
		return err
	}
	c.checkmarks++
	return second.Compare(r.Marks)
}

// checkmarked is the report of a run with --checkmark.
type checkmarked struct {
	*report.Verification
	Checkmarks int `json:"checkmarks"` // second marks, each compared with a mark
}

// report is what the JSON report holds.
func (c *verifyCmd) report(v *report.Verification) any {
	if c.Checkmark {
		return &checkmarked{v, c.checkmarks}
	}
	return v
}

// concludeCheckmarks prints how many second marks there were.
func (c *verifyCmd) concludeCheckmarks(w io.Writer) error {
	if !c.Checkmark {
		return nil
	}
	_, err := fmt.Fprintf(w, "checkmark: %s second marks, by increasing address into a bitmap of their own, compared bit by bit\n", report.Count(uint64(c.checkmarks)))
	return err
}
