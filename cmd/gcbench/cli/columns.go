package cli

import (
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
)

// expected says what the table of run is about: what the rows differ by has a column, and
// what was asked for and is the same in all of them is said below the table.
func (c *runCmd) expected(sources []heapSource) (of columns.Expected, same []string) {
	of = columns.Expected{Heaps: named(sources, func(s heapSource) string { return s.heap }), Files: c.Heap != nil, Floors: c.Floor, Events: c.events}
	if len(c.Heap) > 1 || len(c.Objects) > 1 {
		of.Differ = append(of.Differ, "objects")
	}
	for _, v := range append(c.spelledSizes(), c.spelledChoices()...) {
		if !strings.Contains(v.value, ",") && v.flag != "preset" {
			same = append(same, v.flag+" "+v.value)
			continue
		}
		of.Differ = append(of.Differ, v.flag)
	}
	return of, same
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
