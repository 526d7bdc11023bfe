package cli

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// twoValues are two values that a flag takes; b is "" for a switch.
func twoValues(t *testing.T, f *kong.Flag) (a, b string) {
	t.Helper()
	switch {
	case f.IsBool():
		return "", ""
	case f.Target.Type() == reflect.TypeFor[flags.Costs]():
		return "miss=1", "wake=2"
	case f.Target.Type() == reflect.TypeFor[*time.Duration]():
		return "1s", "2s"
	case f.Name == "heap":
		return "a.heap", "b.heap"
	case f.Name == "roots", f.Name == "mutators":
		return "1", "2"
	case f.Name == "against":
		return "a.json", "b.json"
	}
	switch f.Tag.Type {
	case "number", "numbers":
		return "2", "4"
	case "percent":
		return "2%", "4%"
	case "growth":
		return "2%", "4MiB"
	case "period":
		return "2s", "4s"
	case "names", "choice":
		all := spell.Choices(cmp.Or(f.Tag.Get("of"), f.Name))
		return all[0], all[1]
	case "columns":
		return "1,3", "2,4"
	case "output", "text", "flags", "input", "folder", "object", "class", "name", "address":
		return "x", "y"
	}
	require.Fail(t, "a flag of a type that this test does not know", "--%s", f.Name)
	return "", ""
}

// arguments are what a subcommand cannot do without, and none of its flags.
var arguments = map[string]string{"gen": "tree -o x.heap", "info": "x.heap", "why": "x.heap", "diff": "x.heap y.heap", "convert": "x.heap x.el", "export": "x.heap --shards 3", "rounds": "x", "scaling": "-o x", "site": "-o x", "peers-go": "x", "reach": "x.el",
	"lab start": "bit x", "lab answer": "bit x", "lab check": "x", "lab grade": "x -o x.csv", "lab watch": "x", "lab hint": "x"}

// TestEveryFlagTwice: no flag of any subcommand silently takes its last value.
func TestEveryFlagTwice(t *testing.T) {
	kinds, seen, r := map[string]int{}, map[string]bool{}, newReading()
	fails := func(line string) error {
		_, err := r.read(line)
		return err
	}
	for command, flags := range r.flags(t) {
		for _, f := range flags {
			if f.Name == "help" || f.Name == "version" {
				continue // they end the program where they stand
			}
			how := fmt.Sprint(f.Name, f.Target.Type(), f.Tag.Type)
			if seen[how] {
				continue // subcommands that share a flag read it in one way
			}
			seen[how] = true
			flag := "--" + f.Name
			line := command + " " + arguments[command] + " "
			switch command + flag { // the flags that a subcommand cannot do without
			case "gen--output", "report--output":
				line = command + " tree "
			case "export--shards":
				line = "export x.heap "
			case "scaling--json":
				line = "scaling "
			case "site--output":
				line = "site "
			case "lab grade--output":
				line = "lab grade x "
			}
			a, b := twoValues(t, f)
			var kind string
			switch twice := flag + " " + a + " " + flag + " " + b; {
			case f.IsBool():
				kind = "switch"
				assert.Equal(t, true, r.given(t, f.Name, line+twice), line+twice)
				assert.Equal(t, false, r.given(t, f.Name, line+flag+"=false "+flag+"=false"), line)
				for _, both := range []string{flag + " " + flag + "=false", flag + "=false " + flag} {
					err := fails(line + both)
					assert.EqualError(t, err, flag+": it is given twice, on and off: leave one of them out", line+both)
				}
			case f.IsCumulative():
				kind = "list"
				if f.Tag.Type == "object" { // whose names may have commas
					assert.Equal(t, []string{a, b}, r.given(t, f.Name, line+twice), line+twice)
				} else {
					assert.Equal(t, r.given(t, f.Name, line+flag+" "+a+","+b), r.given(t, f.Name, line+twice), line+twice)
				}
				err := fails(line + twice + " " + flag + " " + a)
				assert.ErrorContains(t, err, flag+": ", line+twice)
				assert.ErrorContains(t, err, "is in the list twice", line+twice)
			default:
				kind = "value"
				require.NoError(t, fails(line+flag+" "+a))
				for _, second := range []string{b, a} {
					err := fails(line + flag + " " + a + " " + flag + " " + second)
					assert.EqualError(t, err, flag+" is given twice: it has one value", line+twice)
				}
			}
			kinds[kind]++
		}
	}
	t.Log(kinds)
	assert.Greater(t, kinds["switch"], 8)
	assert.Greater(t, kinds["list"], 10)
	assert.Greater(t, kinds["value"], 40)
}

// TestRepeatedFlagsInOtherWords: one letter and = are the same flag, and the
// subcommand may be left out.
func TestRepeatedFlagsInOtherWords(t *testing.T) {
	for line, says := range map[string]string{
		"gen tree -o x.heap --output y.heap":  "--output is given twice",
		"--reps=1 --reps 2":                   "--reps is given twice",
		"--objects=1k --objects 1000":         "--objects: 1000 is in the list twice",
		"--reps 6 run --reps 7":               "--reps",
		"--floor --floor=false":               "--floor: it is given twice, on and off",
		"--floor=maybe":                       `--floor: "maybe" cannot be used`,
		"--shape tree,list --shape deep,tree": `--shape: "tree" is in the list twice`,
		"--workers 1-4 --workers 6,3":         "--workers: 3 is in the list twice",
	} {
		status, stdout, stderr := runCLI(strings.Fields(line)...)
		assert.Equal(t, session.ExitUsage, status, line)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, says)
	}
	stdout := mustRun(t, strings.Fields("--shape tree --objects 20 --reps 6 --shape list --workers 1 --workers 2-3")...)
	for _, name := range []string{"tree", "list"} {
		assert.Equal(t, 3, strings.Count(stdout, "\n"+name+" "))
	}
	assert.Contains(t, mustRun(t, strings.Fields("--shape tree --objects 20 --reps 6 --workers 1 --floor --floor")...), "x limit")
}
