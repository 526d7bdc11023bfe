package text

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/stress"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Checked is a check and what tables call its heap.
type Checked struct {
	Name string
	*schema.Check
}

// NewVerifyTable is the table of gcbench verify, with what went wrong below a row. names are those of all heaps to come.
func NewVerifyTable(w io.Writer, names []string) *Rows[Checked] {
	return NewRows(w, []columns.Of[Checked]{
		columns.Left("heap", widest(names), func(c Checked) string { return c.Name }),
		columns.Left("deque", 9, func(c Checked) string { return c.Deque }),
		columns.Left("setting", 22, func(c Checked) string { return c.Setting }),
		columns.Right("marks", 0, func(c Checked) string { return fmt.Sprint(c.Marks) }),
		columns.Right("steals", 7, func(c Checked) string { return numeral.Count(c.Steals) }),
		columns.Right("overflow", 0, func(c Checked) string { return numeral.Count(c.OverflowBlocks + c.OverflowRefs) }),
		columns.Left("result", 0, func(c Checked) string {
			if c.Passed {
				return "PASS"
			}
			return "FAIL\n" + indented(c.Problem) + "     Repeat with: " + c.Command + "\n" + strings.TrimSuffix(indented(sameMarks), "\n")
		}),
	}, 0)
}

// sameMarks says what a command that repeats a failed check is worth.
const sameMarks = "It makes the same marks again. With several workers, whether one fails again depends on the schedule."

// indented is a text below a row. Only a command stays on one line, so that it can be copied.
func indented(text string) string { return wrap.Text(text, "     ", "     ") }

// Verified is what stands below the table.
func Verified(v *schema.Verification) string {
	verdict := "PASS: every mark reached exactly what the oracle reached"
	if !v.Passed {
		verdict = "FAIL"
	}
	return fmt.Sprintf("%s (%s marks)\n", verdict, numeral.Count(uint64(v.Marks)))
}

// Scenario is what a scenario of gcbench stress did, and how it ended.
type Scenario struct {
	*stress.Tally
	Err error
}

// NewStressTable is the table of gcbench stress.
func NewStressTable(w io.Writer) *Rows[Scenario] {
	of := func(title string, width int, count func(Scenario) uint64) columns.Of[Scenario] {
		return columns.Right(title, width, func(s Scenario) string { return numeral.Thousands(count(s)) })
	}
	return NewRows(w, []columns.Of[Scenario]{
		columns.Left("scenario", 9, func(s Scenario) string { return s.Scenario }),
		of("marks", 7, func(s Scenario) uint64 { return s.Marks }),
		of("objects", 7, func(s Scenario) uint64 { return s.Objects }),
		of("errors", 0, func(s Scenario) uint64 { return s.ExpectedErrors }),
		of("steals", 6, func(s Scenario) uint64 { return s.Steals }),
		of("overflow", 0, func(s Scenario) uint64 { return s.OverflowBlocks }),
		of("pended", 6, func(s Scenario) uint64 { return s.PendedRefs }),
		of("forwarded", 0, func(s Scenario) uint64 { return s.Forwarded }),
		columns.Left("result", 0, func(s Scenario) string {
			if errors.As(s.Err, new(*stress.Failure)) {
				return "FAIL"
			}
			if s.Err != nil {
				return "stopped"
			}
			return "PASS"
		}),
	}, 0)
}

// Stressed is the last line, or the error that says what failed.
func Stressed(r *schema.Stress) (string, error) {
	if f := r.Failure; f != nil {
		return "", fmt.Errorf("FAIL: scenario %s, seed %d: %s\nRepeat with: %s\n%s", f.Scenario, f.Seed, strings.TrimSpace(f.Problem), f.Command,
			"It makes the same rounds again. Whether one fails again depends on the schedule.")
	}
	rounds := uint64(0)
	for _, s := range r.Scenarios {
		rounds += s.Rounds
	}
	return fmt.Sprintf("PASS: %s marks (rounds: %s), nothing lost; no goroutine left\n", numeral.Count(r.Marks), numeral.Count(rounds)), nil
}

// Peer is a collector that has marked a heap.
type Peer struct {
	Name string // of the heap
	Heap *schema.PeersHeap
	*schema.Peer
}

// NewPeersTable is the table of gcbench peers. names are those of all heaps to come.
func NewPeersTable(w io.Writer, names []string) *Rows[Peer] {
	return NewRows(w, []columns.Of[Peer]{
		columns.Left("shape", widest(names), func(p Peer) string { return p.Name }),
		columns.Right("live", 11, func(p Peer) string { return numeral.Count(p.Heap.Live) }),
		columns.Right("workers", 0, func(p Peer) string { return fmt.Sprint(p.Heap.Workers) }),
		columns.Left("collector", 0, func(p Peer) string { return p.Peer.Name }),
		columns.Right("mark time", 7, func(p Peer) string { return numeral.Duration(p.MedianNS) }),
		columns.Right("ns/obj", 0, func(p Peer) string {
			if p.Heap.Live == 0 {
				return "-"
			}
			return numeral.Significant(p.NSPerObject)
		}),
		columns.Right("x halfmark", 0, func(p Peer) string { return fmt.Sprintf("%.2f", *p.Ratio) }),
		columns.Right("95 %", 9, func(p Peer) string {
			if p.RatioCI95 == nil || p.Peer == &p.Heap.Peers[0] {
				return "-"
			}
			return fmt.Sprintf("%.1f–%.1f", p.RatioCI95[0], p.RatioCI95[1])
		}),
	}, 0)
}

// PeersRows are the collectors that took part.
func PeersRows(name string, r *schema.PeersHeap) (all []Peer) {
	for i := range r.Peers {
		if r.Peers[i].Skipped == "" {
			all = append(all, Peer{name, r, &r.Peers[i]})
		}
	}
	return all
}

// Halfmark says below the table of gcbench peers how halfmark marked.
func Halfmark(o mark.Options) string {
	return wrap.Text("halfmark marks with: "+strings.Join(setting.Words(setting.ChoicesOf(o)), ", "), "", "  ")
}
