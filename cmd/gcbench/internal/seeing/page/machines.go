package page

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/compare"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// machines says where the figures come from, and what made them worse.
func (p *pages) machines() *section {
	s := &section{ID: "machine", Title: "Machine and warnings"}
	t := &table{Label: "Machines", Columns: []column{
		{Title: "file", Left: true}, {Title: "date", Left: true}, {Title: "processor", Left: true}, {Title: "processors"}, {Title: "GOMAXPROCS", Note: "threads of Go that run at once"},
		{Title: "system", Left: true}, {Title: "Go", Left: true}, {Title: "gcbench", Left: true}}}
	var known []*schema.Env
	add := func(name string, e *schema.Env) {
		known = append(known, e)
		t.Rows = append(t.Rows, []cell{{Text: name}, {Text: day(e.Date)}, {Text: cmp.Or(e.CPU, "unknown")}, {Text: fmt.Sprint(e.CPUs)}, {Text: fmt.Sprint(e.GOMAXPROCS)},
			{Text: e.GOOS + "/" + e.GOARCH}, {Text: e.Go}, {Text: e.Source()}})
	}
	for _, f := range p.files {
		if c := f.Comparison; c != nil && !c.Interleaved {
			add(f.Name+", A: "+c.A.Name, &c.A.Env)
			add(f.Name+", B: "+c.B.Name, &c.B.Env)
		} else if f.Env != nil {
			add(f.Name, f.Env)
		}
	}
	if len(known) == 0 {
		return nil // simulations alone, which depend on no machine
	}
	differ := differences(known, true)
	s.Says = where(known[0], len(known), len(differ), len(differences(known, false)))
	s.How = "Times of different machines, and times of one machine on different days, can be compared only as ratios within one run. " +
		"A warning names what made the figures worse, and what to do about it."
	s.Parts = append(s.Parts, part{Table: t})
	if differ != nil {
		s.Parts = append(s.Parts, part{Title: "Differences from the first line", List: differ})
	}
	for _, f := range p.runs {
		if m := f.Run.Machine; m != nil {
			s.Parts = append(s.Parts, part{Title: "Processors and caches of " + f.Name, Parts: sheet("Processors and caches", nil, columns.Measured(m)...)})
		}
	}
	warned := p.warned()
	if len(warned) == 0 && slices.ContainsFunc(p.files, func(f *File) bool { return f.Run != nil || f.Comparison != nil }) {
		s.Parts = append(s.Parts, part{Says: "No warnings: nothing disturbed the measurement that gcbench can see."})
	}
	s.Parts = append(s.Parts, warned...)
	return s
}

// where says in a sentence on what was measured.
func where(e *schema.Env, files, differ, machines int) string {
	switch {
	case machines > 0:
		return "The files come from different machines: the list below says in what they differ."
	case differ > 0:
		return "The files come from one kind of machine, but from different builds of gcbench."
	case files > 1:
		return fmt.Sprintf("All files come from one kind of machine: %s, %d processors, %s/%s.", cmp.Or(e.CPU, "unknown"), e.CPUs, e.GOOS, e.GOARCH)
	}
	return fmt.Sprintf("Measured on %s, %d processors, %s/%s, with at most %d threads at once.", cmp.Or(e.CPU, "unknown"), e.CPUs, e.GOOS, e.GOARCH, e.GOMAXPROCS)
}

// differences says in what the machines, and the builds if they count, differ from the first.
func differences(all []*schema.Env, builds bool) (lines []string) {
	for _, e := range all[1:] {
		for _, d := range compare.Machines(all[0], e, builds) {
			if !slices.Contains(lines, d) {
				lines = append(lines, d)
			}
		}
	}
	return lines
}

// warned has the warnings of each file.
func (p *pages) warned() (parts []part) {
	for _, f := range p.files {
		list := slices.Clone(f.Warnings)
		if f.Partial {
			list = append(list, "this is a part: the command was interrupted")
		}
		if len(list) > 0 {
			parts = append(parts, part{Title: "Warnings of " + f.Name, List: list})
		}
	}
	return parts
}

// day is when a measurement began, to the minute.
func day(date string) string {
	when, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return date
	}
	return when.UTC().Format("2006-01-02 15:04 UTC")
}
