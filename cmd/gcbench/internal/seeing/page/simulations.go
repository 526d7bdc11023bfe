package page

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/sweep"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// models has what a reader needs to know of each model.
var models = map[string]struct{ title, how string }{
	"mark": {"The marker in virtual time",
		"The marker itself runs in virtual time, on a machine with a processor for each worker and without caches. The limit is the most that so many workers could bring on this heap. Speculation along lists lifts it above the ceiling."},
	"makespan": {"Work stealing of unit tasks", "The constant says how far the last task is behind an even distribution, over the logarithm of the number of tasks."},
	"balance":  {"Balancing by random pairs", "A load is relative to the average at the same time: 1 is even."},
	"dag":      {"Work stealing on a dag", "Counts of synchronization, of deques that all processors share and of deques that are private until a thief asks."},
}

// simulations shows pictures and tables of gcbench sim.
func (p *pages) simulations() *section {
	s := &section{ID: "simulation", Title: "Simulation",
		How: "Virtual time depends on the command alone, and not on the machine. So these figures are the same everywhere, and say nothing about caches."}
	for _, f := range p.files {
		if f.Simulation != nil {
			s.Parts = append(s.Parts, p.simulated(f))
		}
	}
	if len(s.Parts) == 0 {
		return p.lack("The same heap with up to 1,024 workers, in virtual time", "gcbench sim mark --json FILE simulates it")
	}
	if len(s.Parts) == 1 {
		s.Says, s.Parts[0].Says = s.Parts[0].Says, ""
	}
	return s
}

// simulated shows one file.
func (p *pages) simulated(f *File) part {
	m := models[f.Simulation.Model]
	results := f.Simulation.Results.(schema.Results) // ReadSimulation says so
	t := part{Title: m.title + ": " + f.Name, List: []string{m.how}}
	if curves, ok := results.(*schema.MarkCurves); ok {
		clause := simulatedClause(*curves)
		p.clauses = append(p.clauses, clause)
		t.Says = capital(clause) + "."
	}
	var chart part
	chart.draw("", sweep.Picture(results))
	t.Parts = append(t.Parts, chart)
	t.Parts = append(t.Parts, sheet(m.title, nil, columns.Simulation(results)...)...)
	return t
}

// simulatedClause says how far the curves go.
func simulatedClause(curves schema.MarkCurves) string {
	var words []string
	for i := range curves {
		words = append(words, curves[i].Name+" "+simulatedGain(curves[i].Points))
	}
	if len(words) > mostNamed {
		words = append(words[:mostNamed-1], fmt.Sprintf("%d more are in the table", len(words)-mostNamed+1))
	}
	return "in virtual time " + listed(words)
}

// simulatedGain says what more workers bring on one heap. Virtual time has no noise.
func simulatedGain(points []schema.MarkPoint) string {
	speed := func(a, b schema.MarkPoint) int { return cmp.Compare(a.Speedup, b.Speedup) }
	best, worst := slices.MaxFunc(points, speed), slices.MinFunc(points, speed)
	most := slices.MaxFunc(points, func(a, b schema.MarkPoint) int { return cmp.Compare(a.Workers, b.Workers) }).Workers
	switch {
	case most == 1 || best.Speedup >= 1+estimate.DefaultMargin:
		return fmt.Sprintf("reaches a speedup of %s with %s", numeral.Significant(best.Speedup), workers(best.Workers))
	case worst.Speedup <= 1-estimate.DefaultMargin:
		return fmt.Sprintf("gains nothing from more workers and falls to a speedup of %s with %s", numeral.Significant(worst.Speedup), workers(worst.Workers))
	}
	return fmt.Sprintf("gains nothing from up to %s (%s)", workers(most), numeral.Significant(best.Speedup))
}
