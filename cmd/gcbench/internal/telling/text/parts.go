package text

import (
	"fmt"
	"io"
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/rounds"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// Written is a line about a heap that was written to a file.
func Written(r *schema.Written) string {
	return fmt.Sprintf("%s: %s, %s\n", r.Output, sizes(r.Objects, r.Edges, r.Roots), numeral.Bytes(uint64(r.Bytes)))
}

func sizes(objects, edges uint64, roots int) string {
	return numeral.Plural(objects, "object") + ", " + numeral.Plural(edges, "edge") + ", " + numeral.Plural(uint64(roots), "root")
}

// Export says what the rounds will cost.
func Export(r *schema.Export) string {
	t := columns.Block{Keys: 1, Columns: []columns.Column{{Title: "layout", Left: true}, {Title: "cross edges"}, {Title: "share", Width: 6},
		{Title: "stubs"}, {Title: "rounds"}, {Title: "messages"}, {Title: "bytes"}, {Title: "largest part"}}}
	for _, l := range r.Layouts {
		t.Rows = append(t.Rows, []string{l.Layout, numeral.Count(l.CrossEdges), share(l.CrossEdges, r.Edges), numeral.Count(l.Stubs),
			numeral.Count(l.Rounds), numeral.Count(l.Messages), numeral.Bytes(l.MessageBytes), numeral.Bytes(l.LargestBytes)})
	}
	return fmt.Sprintf("%s: %s, cut into %s\n\n", r.Input, sizes(r.Objects, r.Edges, r.Roots), numeral.Plural(uint64(r.Parts), "part")) + table(t) +
		"\n" + wrap.Text("These are counts of a search of the whole heap, no estimates. "+advice(r), "", "")
}

// advice says which layout would be better.
func advice(r *schema.Export) string {
	if len(r.Layouts) < 2 {
		return ""
	}
	this, other := r.Layouts[0], r.Layouts[1]
	if other.Rounds > this.Rounds || other.Rounds == this.Rounds && other.Messages >= this.Messages {
		return ""
	}
	return fmt.Sprintf("With --layout %s the parts are marked in %s and %s instead of %s and %s.", other.Layout,
		numeral.Plural(other.Rounds, "round"), numeral.Plural(other.Messages, "message"), numeral.Count(this.Rounds), numeral.Count(this.Messages))
}

// Exported says what was written.
func Exported(r *schema.Export) string {
	return fmt.Sprintf("\n%s: %s in layout %s, %s. To mark them: gcbench rounds %s\n", r.Output, numeral.Plural(uint64(r.Parts), "part"), r.Layouts[0].Layout, numeral.Bytes(r.Bytes), r.Output)
}

// maxRoundRows is the most rows of a Rounds.
const maxRoundRows = 32

// Rounds tells of rounds as they come. If many are foretold, a row of its table stands for several.
type Rounds struct {
	rows    *Rows[round]
	each    int // rounds of a row
	row     schema.Round
	pending int // rounds in row
}

// round are the rounds of a row: so many.
type round struct {
	schema.Round
	rounds int
}

// NewRounds tells on w.
func NewRounds(w io.Writer) rounds.Teller {
	return &Rounds{rows: NewRows(w, []columns.Of[round]{
		columns.Right("round", 9, func(r round) string {
			if r.rounds > 1 {
				return fmt.Sprintf("%d–%d", r.Number-r.rounds+1, r.Number)
			}
			return fmt.Sprint(r.Number)
		}),
		columns.Right("parts", 0, func(r round) string { return numeral.Count(uint64(r.Parts)) }),
		columns.Right("refs in", 11, func(r round) string { return numeral.Count(r.Refs) }),
		columns.Right("marked", 13, func(r round) string { return numeral.Count(r.Marked) }),
		columns.Right("messages", 11, func(r round) string { return numeral.Count(r.Messages) }),
		columns.Right("bytes", 8, func(r round) string { return numeral.Bytes(r.MessageBytes) }),
		columns.Right("time", 8, func(r round) string {
			if r.NS == 0 {
				return "before"
			}
			return numeral.Duration(float64(r.NS))
		}),
	}, 0)}
}

// Begin says what is to be expected.
func (t *Rounds) Begin(e *shard.Export) error {
	t.each = int(min(max(1, (e.Rounds+maxRoundRows-1)/maxRoundRows), math.MaxInt32))
	_, err := fmt.Fprintf(t.rows.w, "To come, says the export: %s, %s (%s).\n\n", numeral.Plural(e.Rounds, "round"),
		numeral.Plural(e.Messages, "message"), numeral.Bytes(e.Messages*shard.MessageBytes))
	return err
}

// Round prints a round, if it is the last one of a row. The rounds of earlier runs have a separate row: there is
// no time for them.
func (t *Rounds) Round(r schema.Round) error {
	t.row.Number, t.row.Parts = r.Number, max(t.row.Parts, r.Parts)
	t.row.Refs += r.Refs
	t.row.Marked += r.Marked
	t.row.Messages += r.Messages
	t.row.MessageBytes += r.MessageBytes
	t.row.NS += r.NS
	if t.pending += r.Number - r.First + 1; t.pending < t.each && r.NS > 0 {
		return nil
	}
	return t.Flush()
}

// Flush prints the rounds that have not been printed.
func (t *Rounds) Flush() error {
	r := round{t.row, t.pending}
	if t.row, t.pending = (schema.Round{}), 0; r.rounds == 0 {
		return nil
	}
	return t.rows.Row(r)
}

// End prints the totals.
func (t *Rounds) End(r *schema.Rounds) error {
	text := fmt.Sprintf("%s marked in %s with %s (%s), digest %s.", numeral.Plural(r.Marked, "object"), numeral.Plural(r.Complete(), "round"),
		numeral.Plural(r.Messages, "message"), numeral.Bytes(r.MessageBytes), r.Digest)
	if r.Resumed > 0 {
		text += fmt.Sprintf(" An earlier run had completed %s.", numeral.Plural(uint64(r.Resumed), "round"))
	}
	if r.Equal {
		text += " All of this is equal to what a search of the whole heap has found."
	}
	before := "\n"
	if len(r.Rounds) == 0 {
		before, text = "", "No part has a root, so nothing can be reached. "+text
	}
	return Print(t.rows.w, before+wrap.Text(text, "", ""))
}
