package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
)

// title names the page after what was marked.
func (p *pages) title() string {
	var heaps []string
	for _, rows := range p.byHeap() {
		name := p.results[rows[0]].Name()
		if !slices.Contains(heaps, name) {
			heaps = append(heaps, name)
		}
	}
	switch {
	case len(heaps) > mostNamed:
		return fmt.Sprintf("Marking %s", numeral.Plural(uint64(len(p.byHeap())), "heap"))
	case len(heaps) > 0:
		return "Marking " + listed(heaps)
	case len(p.files) == 1 && p.files[0].Simulation != nil:
		return models[p.files[0].Simulation.Model].title
	case len(p.files) == 1 && p.files[0].Comparison != nil:
		return "Comparison of A and B"
	}
	return "Report of gcbench"
}

// summary is the main findings, a sentence each.
func (p *pages) summary() (all []string) {
	for _, c := range p.clauses {
		all = append(all, strings.TrimSuffix(capital(c), ".")+".")
	}
	return all
}
