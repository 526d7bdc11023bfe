package report

import (
	"io"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// Stability says how a mark time varies over heaps that differ in one thing alone, and are
// marked in the same way.
type Stability struct {
	Over    string    `json:"over"` // seed or layout
	Shape   string    `json:"shape"`
	Heap    string    `json:"heap"`
	Layout  string    `json:"layout"` // of all of them; "" for a file, and over layouts
	Seed    *uint64   `json:"seed"`   // of all of them; null over seeds
	Objects uint64    `json:"objects"`
	Workers int       `json:"workers"`
	Choices           // of all of them
	Preset  string    `json:"preset"`
	Medians []float64 `json:"medians_ns"` // a result each, in their order
	CV      float64   `json:"cv"`         // coefficient of variation of the medians
}

// over are the things that heaps may differ by alone.
var over = []struct {
	name  string
	blind func(f *Facts) // takes the difference out of the facts
}{
	{"seed", func(f *Facts) { f.Seed = 0 }},
	{"layout", func(f *Facts) { f.Layout = "" }},
}

// StabilityOf groups results whose heaps differ in the seed alone, or in the layout alone.
func StabilityOf(results []Result) (all []Stability) {
	for _, o := range over {
		type group struct {
			facts Facts
			how   how
		}
		var order []group
		members := map[group][]*Result{}
		for i := range results {
			g := group{results[i].Facts, results[i].how()}
			o.blind(&g.facts)
			g.facts.Live, g.facts.Edges, g.facts.Roots, g.facts.ArenaBytes = 0, 0, 0, 0 // another seed makes other ones
			if members[g] == nil {
				order = append(order, g)
			}
			members[g] = append(members[g], &results[i])
		}
		for _, g := range order {
			if len(members[g]) > 1 {
				all = append(all, stabilityOf(o.name, members[g]))
			}
		}
	}
	return all
}

func stabilityOf(name string, same []*Result) Stability {
	r := same[0]
	s := Stability{Over: name, Shape: r.Shape, Heap: r.Heap, Layout: r.Layout, Seed: &r.Seed, Objects: r.Objects, Workers: r.Workers, Choices: r.Choices, Preset: r.Preset}
	switch name {
	case "seed":
		s.Seed = nil
	case "layout":
		s.Layout = ""
	}
	for _, one := range same {
		s.Medians = append(s.Medians, one.MedianNS)
	}
	s.CV = SixDigits(stats.StdDev(s.Medians) / stats.Mean(s.Medians))
	return s
}

// PrintStability prints a line for each group, below the table of results.
func PrintStability(w io.Writer, all []Stability) error {
	if len(all) == 0 {
		return nil
	}
	rows := make([]marked, len(all))
	for i := range all {
		rows[i] = all[i].marked()
	}
	settings := settingColumns(rows)
	columns := []Column{{Title: "over", Width: 9, Left: true}}
	for _, column := range settings {
		columns = append(columns, column.Column)
	}
	table := NewTable(w, append(columns, Column{Title: "least", Width: 7}, Column{Title: "most", Width: 7}, Column{Title: "cv", Width: 6})...)
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	for i := range all {
		s := &all[i]
		cells := []string{Plural(uint64(len(s.Medians)), s.Over)}
		for _, column := range settings {
			cells = append(cells, column.cell(&rows[i]))
		}
		if err := table.Row(append(cells, Duration(slices.Min(s.Medians)), Duration(slices.Max(s.Medians)), Percent(s.CV))...); err != nil {
			return err
		}
	}
	return nil
}

// marked is what the group has in common.
func (s *Stability) marked() marked {
	m := marked{Facts: Facts{Shape: s.Shape, Heap: s.Heap, Layout: s.Layout, Objects: s.Objects}, Choices: s.Choices, Preset: s.Preset, Workers: s.Workers, over: s.Over}
	if s.Seed != nil {
		m.Seed = *s.Seed
	}
	return m
}
