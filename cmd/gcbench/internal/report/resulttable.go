package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/counters"
)

// PrintResults prints a row for each result of one or several runs. What tells the rows
// apart has a column, and so has whatever was measured of any of them. from says where each
// result comes from; nil is one place for all.
func PrintResults(w io.Writer, results []Result, from []string) error {
	settings := settingColumns(markedOf(results))
	t := &RunTable{}
	t.addTimes()
	if differ(markedOf(results), func(m *marked) string { return m.Deque + " " + m.Preset }) {
		t.addSteals()
	}
	t.addMeasured(results)
	var columns []Column
	if from != nil {
		columns = append(columns, Column{Title: "file", Width: widest(from), Left: true})
	}
	for _, c := range settings {
		columns = append(columns, c.Column)
	}
	for _, c := range t.columns {
		columns = append(columns, c.Column)
	}
	table := NewTable(w, columns...)
	for i := range results {
		var cells []string
		if from != nil {
			cells = append(cells, from[i])
		}
		m := results[i].marked()
		for _, c := range settings {
			cells = append(cells, c.cell(&m))
		}
		for _, c := range t.columns {
			cells = append(cells, c.cell(&results[i]))
		}
		if err := table.Row(cells...); err != nil {
			return err
		}
	}
	return nil
}

// addMeasured adds what only some runs measure.
func (t *RunTable) addMeasured(results []Result) {
	any := func(has func(r *Result) bool) bool {
		return slices.ContainsFunc(results, func(r Result) bool { return has(&r) })
	}
	if any(func(r *Result) bool { return r.OverFloor != nil }) {
		t.addFloor()
	}
	var events []counters.Event
	for _, c := range counted {
		if any(func(r *Result) bool { return r.count(c.of) != nil }) {
			events = append(events, c.event)
		}
	}
	t.addCounters(events)
	if any(func(r *Result) bool { return overflowed(r) != "" }) {
		t.add("overflowed", 0, func(r *Result) string {
			return fmt.Sprintf("%s+%s", Count(r.Stats.OverflowBlocks), Count(r.Stats.OverflowRefs))
		})
	}
}

func (r *Result) marked() marked {
	return marked{Facts: r.Facts, Choices: r.Choices, Preset: r.Preset, Workers: r.Workers}
}

func markedOf(results []Result) []marked {
	rows := make([]marked, len(results))
	for i := range results {
		rows[i] = results[i].marked()
	}
	return rows
}
