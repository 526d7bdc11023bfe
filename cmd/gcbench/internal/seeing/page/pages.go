package page

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// pages is a page that is being made.
type pages struct {
	files   []*File
	runs    []*File         // those that have a Run
	results []schema.Result // of all runs
	from    []string        // the file of each result, by its label; nil if there is one run
	ofFiles bool            // only their files tell some results apart
	places  []columns.Place
	survey  map[schema.Facts]*schema.Heap
	curves  schema.MarkCurves // of all simulations of the marker
	lanes   *lanesView
	clauses []string // of the summary
	missing []missing
}

// view makes all sections. One without data is left out, and an entry of missing says what
// would bring it.
func (p *pages) view() (*view, error) {
	p.collect()
	var err error
	if p.lanes, err = lanesOf(p.files); err != nil {
		return nil, err
	}
	v := &view{}
	for _, make := range []func() *section{
		p.machines, p.heaps, p.table, p.speedups, p.marking, p.samples, p.stability, p.idle, p.laneSection, p.comparisons, p.simulations, p.commands,
	} {
		if s := make(); s != nil {
			v.Sections = append(v.Sections, s)
		}
	}
	v.Title, v.Summary, v.Missing, v.Files = p.title(), p.summary(), p.missing, p.files
	return v, nil
}

// collect puts the results of all runs beside one another.
func (p *pages) collect() {
	for _, f := range p.files {
		if f.Run != nil {
			p.runs = append(p.runs, f)
		}
		if f.Simulation != nil {
			if curves, ok := f.Simulation.Results.(*schema.MarkCurves); ok {
				p.curves = append(p.curves, *curves...)
			}
		}
	}
	labels := p.labels()
	for i, f := range p.runs {
		p.results = append(p.results, f.Run.Results...)
		if len(p.runs) > 1 {
			p.from = append(p.from, slices.Repeat(labels[i:i+1], len(f.Run.Results))...)
		}
	}
	p.places = columns.PlacesOf(p.results)
	seen := map[string]bool{}
	for i := range p.results {
		name := p.name(i)
		p.ofFiles = p.ofFiles || p.from != nil && seen[name]
		seen[name] = true
	}
	p.survey = surveysOf(p.runs)
}

// labels are short names of the files that are runs: without folders where that is enough.
func (p *pages) labels() (all []string) {
	seen := map[string]bool{}
	for _, f := range p.runs {
		name := filepath.Base(f.Name)
		if seen[name] {
			name = f.Name
		}
		seen[name] = true
		all = append(all, name)
	}
	return all
}

// lack enters a section that has no data.
func (p *pages) lack(title, bring string) *section {
	p.missing = append(p.missing, missing{title, bring})
	return nil
}

// how is how result i was marked, the workers aside: settings that differ, and its file if
// nothing else tells it from another one.
func (p *pages) how(i int) string {
	if p.ofFiles {
		return joined(p.places[i].How, p.from[i])
	}
	return p.places[i].How
}

// name tells result i from the others.
func (p *pages) name(i int) string {
	return joined(p.places[i].Heap, p.how(i), workers(p.results[i].Workers))
}

// spoken is name within a sentence.
func (p *pages) spoken(i int) string {
	return bracketed(p.places[i].Heap, p.how(i)) + " with " + workers(p.results[i].Workers)
}

func bracketed(name, how string) string {
	if how == "" {
		return name
	}
	return name + " (" + how + ")"
}

// byHeap are the numbers of all results, those of one heap together.
func (p *pages) byHeap() [][]int {
	return grouped(p.all(), func(i int) string { return p.places[i].Heap })
}

// grouped has rows of the same key together, in their order.
func grouped(rows []int, key func(i int) string) (groups [][]int) {
	at := map[string]int{}
	for _, i := range rows {
		k := key(i)
		if _, known := at[k]; !known {
			at[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[k]] = append(groups[at[k]], i)
	}
	return groups
}

func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

func workers(n int) string { return numeral.Plural(uint64(n), "worker") }

// listed joins words as a sentence does.
func listed(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

// capital makes the first letter of a sentence a capital one. A sentence that begins with a
// name stays.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
