package compare

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Runs pairs the results of two runs, judges the pairs and enters all into c, of which the
// names of both sides, the margin and Interleaved are set. There must be a result that both
// have.
func Runs(c *schema.Comparison, a, b *schema.Run) error {
	m := Match(a.Results, b.Results)
	if len(m.Pairs) == 0 {
		return fmt.Errorf("%s and %s have no result in common: heaps, sizes, workers and settings have to be the same, or differ as a whole", c.A.Name, c.B.Name)
	}
	c.Differs, c.OnlyA, c.OnlyB = append(c.Differs, m.Differs...), append(c.OnlyA, m.OnlyA...), append(c.OnlyB, m.OnlyB...)
	for name, run := range map[string]*schema.Run{"A": a, "B": b} {
		for _, w := range run.Warnings {
			c.Warnings = append(c.Warnings, name+": "+w)
		}
	}
	slices.Sort(c.Warnings)
	c.Warnings = append(c.Warnings, Warnings(a, b, m.Pairs, !c.Interleaved)...)
	Judge(c, m.Pairs, c.Interleaved, c.Margin)
	return nil
}
