package page

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// stability says how much times vary, and over what.
func (p *pages) stability() *section {
	if len(p.results) == 0 {
		return nil
	}
	if !slices.ContainsFunc(p.results, repeated) {
		return p.lack("Stability", "gcbench run --reps 8 takes several samples, and one says nothing about stability")
	}
	s := &section{ID: "stability", Title: "Stability", Says: p.stabilitySays(),
		How: "cv is the standard deviation over the mean. Within a process it comes from interrupts and from who steals from whom. Between processes it comes from other physical pages and other places in memory. " +
			"The larger one says what to repeat: marks (--reps) or processes (--invocations). p95/p50 is how much longer a slow mark takes than a typical one."}
	rows := p.bySpread()
	most := max(spread(&p.results[rows[0]]), 1e-9) // of the bars
	t := &table{Label: "Stability within and between processes", Columns: []column{{Title: "result, the least stable first", Left: true},
		{Title: "cv within a process"}, {Title: "cv between processes"}, {Title: "p95/p50"}, {Title: "processes"}}}
	for _, i := range rows {
		r := &p.results[i]
		between := cell{Text: "-"}
		if r.CVBetween != nil {
			between = cell{Text: numeral.Percent(*r.CVBetween), Bar: *r.CVBetween / most}
		}
		t.Rows = append(t.Rows, []cell{{Text: p.name(i)}, {Text: numeral.Percent(r.CV), Bar: r.CV / most}, between,
			{Text: fmt.Sprintf("%.2f", r.P95OverP50)}, {Text: fmt.Sprint(len(r.Invocations))}})
	}
	s.Parts = append(s.Parts, part{Title: "Within and between processes", Table: t})
	return p.over(s)
}

// repeated reports whether r has several samples.
func repeated(r schema.Result) bool {
	return len(r.Invocations) > 1 || len(r.Invocations) == 1 && len(r.Invocations[0].SamplesNS) > 1
}

// over adds what is known over seeds and layouts.
func (p *pages) over(s *section) *section {
	var all []schema.Stability
	for _, f := range p.runs {
		all = append(all, measure.StabilityOf(f.Run.Results)...)
	}
	if len(all) == 0 {
		p.lack("Stability over heaps of one shape", "gcbench run --seed 1-3 --layout all measures several")
		return s
	}
	worst := slices.MaxFunc(all, func(a, b schema.Stability) int { return cmp.Compare(a.CV, b.CV) })
	t := part{Title: "Over seeds and layouts", Says: fmt.Sprintf("Over %s, the times of %s differ most: cv %s. Where this is more than the cv above, the heap itself makes the difference, and no repetition removes it.",
		numeral.Plural(uint64(len(worst.Medians)), worst.Over), p.shapeOf(&worst)+" with "+workers(worst.Workers), numeral.Percent(worst.CV))}
	t.Parts = sheet("Stability over seeds and layouts", nil, columns.Stability(all))
	s.Parts = append(s.Parts, t)
	return s
}

func (p *pages) shapeOf(s *schema.Stability) string {
	f := schema.Facts{Shape: s.Shape, Heap: s.Heap}
	return f.Name() + " of " + numeral.Plural(s.Objects, "object")
}

const betweenProcesses = "gcbench run --invocations 6 measures in several processes"

// stabilitySays names the least stable result, and which of the two variations is larger.
func (p *pages) stabilitySays() string {
	_, worst := p.extremes(func(r *schema.Result) (float64, bool) { return spread(r), len(r.SamplesNS) > 1 })
	if worst < 0 {
		p.lack("Stability between processes", betweenProcesses)
		return "One sample of each result does not say how stable the times are."
	}
	r := &p.results[worst]
	where := "within a process"
	if r.Between() > r.CV {
		where = "between processes"
	}
	clause := fmt.Sprintf("the least stable time is that of %s: cv %s %s", p.spoken(worst), numeral.Percent(spread(r)), where)
	p.clauses = append(p.clauses, clause)
	within, several := 0, 0
	for i := range p.results {
		if r := &p.results[i]; r.CVBetween != nil {
			several++
			if r.CV >= *r.CVBetween {
				within++
			}
		}
	}
	if several == 0 {
		p.lack("Stability between processes", betweenProcesses)
		return capital(clause) + "."
	}
	where, larger := "within a process", within
	if 2*within < several {
		where, larger = "between processes", several-within
	}
	return fmt.Sprintf("%s. In %d of %s the variation %s is the larger one.", capital(clause), larger, numeral.Plural(uint64(several), "row"), where)
}
