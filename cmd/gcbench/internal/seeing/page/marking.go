package page

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/sweep"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// ofMarking say what titles mean, in a tooltip.
var ofMarking = map[string]string{"owners": "speedup over one worker", "shared": "speedup over one worker", "ratio": "time with shared bits over time with owners"}

// marking shows which is better, owners of mark bits or shared bits, beside what was predicted. It is nil where nothing was
// marked in both ways.
func (p *pages) marking() *section {
	all := slices.DeleteFunc(columns.BothWays(p.results), func(b columns.Both) bool { return b.Workers == 1 || b.Owner == nil || b.Shared == nil })
	if len(all) == 0 {
		return nil
	}
	clause := sweep.Better(all)
	p.clauses = append(p.clauses, clause)
	return &section{ID: "marking", Title: "Owners or shared bits", Says: capital(clause) + ". " + sweep.Agreement(all, p.curves),
		How: "With owners each mark bit has one worker that sets it, and references travel to it. With shared bits each worker sets each bit, with a locked instruction. " +
			"The ratio is the time with shared bits over the time with owners: above 1 owners are faster. Predictions are of virtual time.",
		Parts: sheet("Owners or shared bits", ofMarking, columns.Marking(all, p.predicted))}
}

// predicted is the speedup of a result in the simulations, 0 if they do not have it.
func (p *pages) predicted(r *schema.Result) float64 { return sweep.Predicted(p.curves, r) }
