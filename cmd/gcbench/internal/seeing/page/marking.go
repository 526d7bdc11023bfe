package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/sweep"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// apart is by how much two ways must differ to count as a difference that a prediction should have seen.
const apart = 0.05

// marking shows which is better, owners of mark bits or shared bits, beside what was predicted. It is nil where nothing was
// marked in both ways.
func (p *pages) marking() *section {
	all := slices.DeleteFunc(columns.BothWays(p.results), func(b columns.Both) bool { return b.Workers == 1 || b.Owner == nil || b.Shared == nil })
	if len(all) == 0 {
		return nil
	}
	clause := p.betterClause(all)
	p.clauses = append(p.clauses, clause)
	s := &section{ID: "marking", Title: "Owners or shared bits", Says: capital(clause) + ".",
		How: "With owners each mark bit has one worker that sets it, and references travel to it. With shared bits each worker sets each bit, with a locked instruction. " +
			"The ratio is the time with shared bits over the time with owners: above 1 owners are faster. Speedups are over one worker."}
	t := &table{Label: s.Title, Columns: []column{{Title: "heap", Left: true}, {Title: "workers"}, {Title: "owners", Note: "speedup"}, {Title: "shared", Note: "speedup"}, {Title: "ratio", Note: "time with shared bits over time with owners"}}}
	predicted := slices.ContainsFunc(all, func(b columns.Both) bool { return p.predicted(b.Owner) > 0 })
	if predicted {
		t.Columns = append(t.Columns, column{Title: "owners predicted", Note: "speedup in virtual time"}, column{Title: "shared predicted", Note: "speedup in virtual time"}, column{Title: "ratio predicted"})
		s.Says += " " + p.predictedSays(all)
	}
	for i := range all {
		b := &all[i]
		row := []string{b.Heap, fmt.Sprint(b.Workers), columns.SpeedupOf(b.Owner), columns.SpeedupOf(b.Shared), twoDecimals(ratioOf(b))}
		if predicted {
			owner, shared := p.predicted(b.Owner), p.predicted(b.Shared)
			row = append(row, twoDecimals(owner), twoDecimals(shared), twoDecimals(p.predictedRatio(b)))
		}
		t.Rows = append(t.Rows, cellsOf(row))
	}
	s.Parts = []part{{Table: t}}
	return s
}

// ratioOf is the time with shared bits over the time with owners.
func ratioOf(b *columns.Both) float64 { return b.Shared.MedianNS / b.Owner.MedianNS }

// twoDecimals is a dash for what is not known.
func twoDecimals(x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// predicted is the speedup of a result in the simulations, 0 if they do not have it.
func (p *pages) predicted(r *schema.Result) float64 {
	for _, f := range p.files {
		if f.Simulation == nil {
			continue
		}
		if curves, ok := f.Simulation.Results.(*schema.MarkCurves); ok {
			if speedup := sweep.Predicted(*curves, r); speedup > 0 {
				return speedup
			}
		}
	}
	return 0
}

// predictedRatio is 0 if it is not known. Both ways take the same time with one worker.
func (p *pages) predictedRatio(b *columns.Both) float64 {
	shared := p.predicted(b.Shared)
	if shared == 0 {
		return 0
	}
	return p.predicted(b.Owner) / shared
}

// betterClause counts, for each number of workers, on how many heaps which way is faster.
func (p *pages) betterClause(all []columns.Both) string {
	var words []string
	for _, n := range workersOf(all) {
		heaps, owner, shared := 0, 0, 0
		for i := range all {
			if all[i].Workers != n {
				continue
			}
			heaps++
			switch ratio := ratioOf(&all[i]); {
			case ratio > 1+estimate.DefaultMargin:
				owner++
			case ratio < 1-estimate.DefaultMargin:
				shared++
			}
		}
		text := fmt.Sprintf("with %s owners of mark bits are faster on %d of %s and shared bits on %d", workers(n), owner, numeral.Plural(uint64(heaps), "heap"), shared)
		if words != nil {
			text = fmt.Sprintf("with %d on %d of %d and %d", n, owner, heaps, shared)
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

func workersOf(all []columns.Both) (numbers []int) {
	for _, b := range all {
		numbers = append(numbers, b.Workers)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// predictedSays holds the predictions against what was measured.
func (p *pages) predictedSays(all []columns.Both) string {
	right, differ, known, away := 0, 0, 0, 0.0
	for i := range all {
		predicted, measured := p.predictedRatio(&all[i]), ratioOf(&all[i])
		if predicted == 0 {
			continue
		}
		known++
		away += math.Abs(math.Log(predicted / measured))
		if math.Abs(math.Log(measured)) > math.Log(1+apart) {
			differ++
			if (predicted > 1) == (measured > 1) {
				right++
			}
		}
	}
	if known == 0 {
		return ""
	}
	return fmt.Sprintf("Where both differ by more than %.0f %%, the prediction names the faster one in %d of %d rows. Its ratio is off by %.0f %% in the mean.", 100*apart, right, differ, 100*(math.Exp(away/float64(known))-1))
}
