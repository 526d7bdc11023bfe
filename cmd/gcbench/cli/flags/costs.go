package flags

import (
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
)

// Costs is the value of --cost.
type Costs map[string]time.Duration

// Decode reads names and whole numbers of nanoseconds, each within the limits
// of its cost.
func (f *Costs) Decode(ctx *kong.DecodeContext) error {
	return spell.PopList(ctx, func(part string) error {
		name, text, _ := strings.Cut(part, "=")
		var known []string
		var defaults costs.Costs
		for _, cost := range defaults.Fields() {
			known = append(known, cost.Name)
			if cost.Name != name {
				continue
			}
			if _, twice := (*f)[name]; twice {
				return fmt.Errorf("%q is in the list twice", name)
			}
			allowed := numeral.Domain{Low: uint64(cost.Least), High: uint64(costs.Max)}
			ns, err := allowed.Parse(text)
			if err != nil {
				return fmt.Errorf("%q cannot be used: it must be %s=NS, NS being a whole number of nanoseconds, %v, such as 50 or 2k", part, name, allowed)
			}
			(*f)[name] = time.Duration(ns)
			return nil
		}
		return fmt.Errorf("%q cannot be used: it must be NAME=NS, NAME being %s", part, spell.Alternatives(known))
	})
}

// Costs are the defaults with what the flag says.
func (f Costs) Costs() costs.Costs {
	c := costs.Default()
	for _, cost := range c.Fields() {
		if ns, given := f[cost.Name]; given {
			*cost.Value = ns
		}
	}
	return c
}
