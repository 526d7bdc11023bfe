package spell

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// A flag may be given several times. A list grows: --shape tree --shape list is
// --shape tree,list. Two values for a flag that has one are refused, for kong would
// take the last without a word.

// GivenOnce refuses a second value for a flag. A switch has no value: switchMapper looks
// after it.
func GivenOnce(ctx *kong.Context) error {
	seen := map[*kong.Flag]bool{}
	for _, element := range ctx.Path {
		f := element.Flag
		switch {
		case f == nil, f.IsBool(), f.IsCumulative():
		case seen[f]:
			return fmt.Errorf("--%s is given twice: it has one value", f.Name)
		default:
			seen[f] = true
		}
	}
	return nil
}

// switchMapper reads flags that are on or off. Twice on is on; on and off in one
// command line is refused.
type switchMapper struct{}

// IsBool tells kong that no value has to follow the flag.
func (switchMapper) IsBool() bool { return true }

// Decode reads --flag, --flag=true or --flag=false.
func (switchMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	on := true
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		text := ctx.Scan.Pop().String()
		var err error
		if on, err = strconv.ParseBool(text); err != nil {
			return fmt.Errorf("%q cannot be used: it must be true or false, or nothing, which is true", text)
		}
	}
	if ctx.Value.Set && target.Bool() != on {
		return fmt.Errorf("it is given twice, on and off: leave one of them out")
	}
	target.SetBool(on)
	return nil
}

// A sweep measures every combination of what lists of flags have. It is bounded before
// anything is built: each row takes time, and its samples stay in memory.

// maxCombinations bounds the rows of a table; the help of run says it. Each has its own
// samples in every process, so no user waits for the end of a sweep with more.
const maxCombinations = 10_000

// Bounded refuses lists whose combinations are too many.
func Bounded(lists []Value) error {
	product := 1.0 // which may be more than an integer holds
	var long []string
	for _, l := range lists {
		product *= float64(l.Count())
		if l.Count() > 1 {
			long = append(long, fmt.Sprintf("--%s (%d)", l.Flag, l.Count()))
		}
	}
	if product > maxCombinations {
		return session.BadUsage("%s make %.9g combinations: at most %d are allowed: give fewer values", strings.Join(long, ", "), product, maxCombinations)
	}
	return nil
}
