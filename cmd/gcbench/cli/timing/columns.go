package timing

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
)

// Expected says what the table of run is about: what the rows differ by has a column, and
// what was asked for and is the same in all of them is said below the table.
func (c *Run) Expected(sources []flags.Source) (of columns.Expected, same []string) {
	of = columns.Expected{Heaps: spell.Each(sources, func(s flags.Source) string { return s.Heap }), Files: c.Heap != nil, Floors: c.Floor, Events: c.events}
	if len(c.Heap) > 1 || len(c.Objects) > 1 {
		of.Differ = append(of.Differ, "objects")
	}
	for _, v := range append(c.SpelledSizes(), c.SpelledChoices()...) {
		if v.Count() == 1 && v.Flag != "preset" {
			same = append(same, v.Flag+" "+v.Value)
			continue
		}
		of.Differ = append(of.Differ, v.Flag)
	}
	return of, same
}
