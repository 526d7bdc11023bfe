package cli

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

// columns says what the table of run is about: what the rows differ by has a column, and
// what was asked for and is the same in all of them is said below the table.
func (c *runCmd) columns(sources []heapSource) text.RunColumns {
	columns := text.RunColumns{
		Heaps: named(sources, func(s heapSource) string { return s.heap }), Floors: c.Floor, Events: c.events,
		Unsized: len(c.Heap) > 1, Sizes: sweptSizes(c.Objects),
	}
	for _, v := range append(c.spelledSizes(), c.spelledChoices()...) {
		values := strings.Split(v.value, ",")
		if len(values) == 1 && v.flag != "preset" {
			columns.Same = append(columns.Same, v.flag+" "+v.value)
			continue
		}
		widest := slices.MaxFunc(values, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })
		columns.Swept = append(columns.Swept, text.Swept{Flag: v.flag, Width: utf8.RuneCountInString(widest)})
	}
	return columns
}

// sweptSizes are the numbers of objects, if there are several.
func sweptSizes(objects []uint64) []string {
	if len(objects) < 2 {
		return nil
	}
	return named(objects, numeral.Short)
}

// spelledSizes are the flags on layouts and seeds that were given.
func (f *sizeFlags) spelledSizes() (given []flagValue) {
	if f.Layout != nil {
		given = append(given, flagValue{"layout", strings.Join(f.Layout, ",")})
	}
	if f.Seed != nil {
		given = append(given, flagValue{"seed", strings.Join(named(f.Seed, func(n uint64) string { return strconv.FormatUint(n, 10) }), ",")})
	}
	return given
}
