package columns

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Measured are tables of what a machine costs: lines between its processors by what these share, instructions, and
// loads, with a line above each.
func Measured(m *schema.Machine) []Block {
	return []Block{
		{Text: fmt.Sprintf("\nA line from one processor to another that shares a core, cache, socket with it, one by one, and %d lines that the other one has written, in ns a line:\n", mostStream)}, transfers(m),
		{Text: "\nInstructions on lines that no other processor uses, in ns:\n"}, instructions(&m.Locked),
		{Text: "\nLoads at random places, one after the other, many at once, and that on all processors, in ns:\n"}, loads(m),
	}
}

// mostStream is the longest of the streams.
const mostStream = 256

// transfers has a row for each place of two processors. Of streams it has the longest ones at random places.
func transfers(m *schema.Machine) Block {
	b := Block{Columns: []Column{{Title: "shared", Left: true}, {Title: "pairs"}, {Title: "one"}, {Title: "from"}, {Title: "to"},
		{Title: "chased"}, {Title: "read"}, {Title: "written"}, {Title: "locked"}}, Keys: 1}
	for _, place := range []string{schema.PlaceCore, schema.PlaceCache, schema.PlaceSocket, schema.PlaceFar} {
		var all, least, most []float64
		for _, t := range m.Transfers {
			if t.Place == place {
				all, least, most = append(all, t.NS), append(least, t.Least), append(most, t.Most)
			}
		}
		if len(all) == 0 {
			continue
		}
		slices.Sort(all)
		row := []string{place, fmt.Sprint(len(all)), tenths(all[len(all)/2]), tenths(slices.Min(least)), tenths(slices.Max(most))}
		for _, access := range []string{schema.AccessChase, schema.AccessRead, schema.AccessWrite, schema.AccessLocked} {
			cell := "-"
			for _, s := range slices.Backward(m.Streams) {
				if s.Place == place && s.Access == access && !s.InOrder && s.Lines == mostStream {
					cell = tenths(s.NS)
				}
			}
			row = append(row, cell)
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

func instructions(l *schema.Locked) Block {
	return Block{
		Columns: []Column{{Title: "store"}, {Title: "or"}, {Title: "add"}, {Title: "swap"}, {Title: "exchange"}},
		Rows:    [][]string{{tenths(l.Store), tenths(l.Or), tenths(l.Add), tenths(l.Swap), tenths(l.Exchange)}},
	}
}

// loads has a row for each size, and the levels of caches that are at least as large.
func loads(m *schema.Machine) Block {
	b := Block{Columns: []Column{{Title: "bytes"}, {Title: "fits into", Left: true}, {Title: "one"}, {Title: "many"}, {Title: "on all"}}}
	for _, l := range m.Loads {
		fits := "memory"
		if i := slices.IndexFunc(m.Caches, func(c schema.Cache) bool { return c.Bytes >= l.Bytes }); i >= 0 {
			fits = fmt.Sprintf("L%d", m.Caches[i].Level)
		}
		b.Rows = append(b.Rows, []string{numeral.Bytes(l.Bytes), fits, tenths(l.Dependent), tenths(l.Independent), tenths(l.Together)})
	}
	return b
}

func tenths(x float64) string { return fmt.Sprintf("%.1f", x) }
