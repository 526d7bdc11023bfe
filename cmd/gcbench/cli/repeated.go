package cli

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"
)

// A flag may be given several times. What is a list grows: --shape tree --shape list is
// --shape tree,list. Two values for a flag that has one are refused, for kong would
// take the last without a word.

// AfterApply refuses a second value for a flag, of whatever subcommand.
func (*commandLine) AfterApply(ctx *kong.Context) error { return givenOnce(ctx) }

// givenOnce refuses a second value for a flag. A switch has no value: switchMapper looks
// after it.
func givenOnce(ctx *kong.Context) error {
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
