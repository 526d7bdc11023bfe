package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/compare"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// comparisons shows what was compared, and compares two runs.
func (p *pages) comparisons() *section {
	s := &section{ID: "comparison", Title: "Comparison",
		How: "B/A is the typical ratio of the mark times. Left of the upright line, which is 1, B is faster. The other line is the 95 % interval. Same: it lies within the band. " +
			"Faster or slower: the whole 99 % interval lies beyond the band. Unsure: neither, and the list below says why."}
	for _, f := range p.files {
		if c := f.Comparison; c != nil {
			s.Parts = append(s.Parts, p.compared(f.Name, c))
		}
	}
	if len(p.runs) == 2 {
		if t := p.comparedRuns(p.runs[0], p.runs[1]); t != nil {
			s.Parts = append(s.Parts, *t)
		}
	}
	switch {
	case len(s.Parts) == 0:
		return p.lack("Comparison", "give two files of gcbench run with the same heaps, or one of gcbench compare --a FLAGS --b FLAGS --json FILE")
	case len(s.Parts) == 1:
		s.Says, s.Parts[0].Says = s.Parts[0].Says, ""
	}
	return s
}

// comparedRuns compares two files that were measured one after the other, unless each is of
// another heap: who gives such files to a report seldom means to compare them.
func (p *pages) comparedRuns(a, b *File) *part {
	title := a.Name + " and " + b.Name
	c, err := judged(a, b)
	switch {
	case err != nil:
		return &part{Title: title, Says: err.Error() + "."}
	case slices.ContainsFunc(c.Differs, func(d string) bool { return strings.HasPrefix(d, "heap: ") || strings.HasPrefix(d, "objects: ") }):
		return nil
	}
	t := p.compared(title, c)
	if len(c.Warnings) > 0 {
		t.Parts = append(t.Parts, part{Title: "Warnings", List: c.Warnings})
	}
	return &t
}

// judged gives verdicts on two runs, B being the second.
func judged(a, b *File) (*schema.Comparison, error) {
	c := schema.Comparison{Margin: estimate.DefaultMargin, A: schema.CompareSide{Name: a.Name, Env: a.Run.Env}, B: schema.CompareSide{Name: b.Name, Env: b.Run.Env}}
	return &c, compare.Runs(&c, a.Run, b.Run)
}

// compared shows one comparison. The warnings of a file stand beside its machine.
func (p *pages) compared(title string, c *schema.Comparison) part {
	if len(c.Rows) == 0 {
		return part{Title: title, Says: "It has no rows."}
	}
	clause := comparedClause(c)
	p.clauses = append(p.clauses, clause)
	t := part{Title: title, Says: capital(clause) + "."}
	if !c.Interleaved {
		t.List = append(t.List, "The two files were written one after the other, so B/A is corrected by frozen work that both have timed in turns with their samples. "+
			"To see small differences, let both sides take turns: gcbench compare --a FLAGS --b FLAGS.")
	}
	t.Parts = comparedTable(c)
	t.Parts = append(t.Parts, part{List: slices.DeleteFunc(columns.Conclusion(c), func(line string) bool {
		return !c.Interleaved && line == columns.Turns(c) // said above with more words
	})})
	return t
}

// comparedClause says what the verdicts are.
func comparedClause(c *schema.Comparison) string {
	count := map[schema.Verdict]int{}
	var reasons []string
	for i := range c.Rows {
		r := &c.Rows[i]
		count[r.Verdict]++
		if r.Verdict == schema.Unsure && r.Reason != "" && !slices.Contains(reasons, r.Reason) {
			reasons = append(reasons, r.Reason)
		}
	}
	var words []string
	for _, v := range []struct {
		verdict schema.Verdict
		says    string
	}{{schema.Faster, "faster"}, {schema.Slower, "slower"}, {schema.Same, "as fast"}} {
		if n := count[v.verdict]; n > 0 {
			words = append(words, fmt.Sprintf("%s in %s", v.says, rowsOf(n, len(c.Rows))))
		}
	}
	sides := fmt.Sprintf("B (%s) and A (%s)", c.B.Name, c.A.Name)
	clause := "no verdict is possible on " + sides
	if len(words) > 0 {
		clause = fmt.Sprintf("of %s, B is %s", sides, listed(words))
		if n := count[schema.Unsure]; n > 0 {
			clause += fmt.Sprintf("; there is no verdict on %s", rowsOf(n, len(c.Rows)))
		}
	} else if len(c.Rows) > 1 {
		clause += fmt.Sprintf(": all %d rows are unsure", len(c.Rows))
	}
	if len(words) == 0 && len(reasons) > 0 {
		clause += " (" + strings.Join(reasons, "; ") + ")"
	}
	if s := &c.Summary; s.Ratio != nil && len(c.Rows) > 1 {
		clause += fmt.Sprintf("; typically B takes %.2f times as long as A", *s.Ratio)
		if ci := s.CI95; ci != nil {
			clause += fmt.Sprintf(" (95 %% interval %.2f to %.2f)", ci[0], ci[1])
		}
	}
	return clause
}

func rowsOf(n, all int) string {
	if n == all {
		return fmt.Sprintf("all of %s", numeral.Plural(uint64(all), "row"))
	}
	return fmt.Sprintf("%d of %s", n, numeral.Plural(uint64(all), "row"))
}
