package cli

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// mentionFacts puts facts into the help texts and defaults that mention them. kong itself, given the
// facts, looks through all of them for each flag. That takes longer than many a command.
func mentionFacts(k *kong.Kong) error {
	var pairs []string
	for name, fact := range facts() {
		pairs = append(pairs, "${"+name+"}", fact)
	}
	mention := strings.NewReplacer(pairs...)
	return kong.Visit(k.Model.Node, func(n kong.Visitable, next kong.Next) error {
		if v, ok := n.(*kong.Value); ok {
			// kong will put one command's own words (set) into a flag that several commands have.
			for name, words := range v.Tag.Vars {
				v.Tag.Vars[name] = mention.Replace(words)
			}
			if v.Tag.Vars["more"] != "" {
				v.Help = strings.ReplaceAll(v.Help, "${or_all}", ", or all")
			}
			v.Help = strings.ReplaceAll(v.Help, "${or_all}", "")
			v.Help, v.Default = mention.Replace(v.Help), mention.Replace(v.Default)
		}
		return next(nil)
	})
}

// facts are what help texts and defaults mention, by name.
func facts() map[string]string {
	v := map[string]string{
		"labs":             strings.Join(labNames(), ", "),
		"procs":            fmt.Sprint(runtime.GOMAXPROCS(0)),
		"speculators":      fmt.Sprint(sim.DefaultSpeculators),
		"maxprocs":         fmt.Sprint(mark.MaxWorkers),
		"peers":            strings.Join(peerNames(), ", "),
		"grain":            fmt.Sprint(tune.DefaultGrain),
		"capacity":         fmt.Sprint(tune.DefaultCapacity),
		"overflow":         fmt.Sprint(tune.DefaultOverflowBlocks),
		"millions":         millions,
		"files":            "a snapshot (.heap), a heap dump (Go, Java, V8, Ruby, MMTk) or a graph (.el, .csv, .tsv, .sg, .mtx), compressed (.zst, .gz) or not, or git:FOLDER; - is standard input",
		"ranges":           "1-4 is 1,2,3,4 and 1-8*2 is 1,2,4,8",
		"sizes":            sizes,
		"runs_usually":     fmt.Sprintf("%d; %d at least where %[1]d take longer than a minute and nothing is saved", estimate.MinInvocations, fewestInvocations),
		"compares_usually": fmt.Sprintf("as many as fit into %.0f minutes, %d to %d", comparedBudget.Minutes(), estimate.MinInvocations, comparedInvocations),
		"for":              fmt.Sprintf("%.0fm", untilFor.Minutes()),
		"speculation":      measure.Speculation.String(),
		"owners":           fmt.Sprint(tune.DefaultOwners),
		"same":             percent(estimate.DefaultMargin).String(),
	}
	for _, flag := range []string{"layout", "format", "weak", "separator", "profile", "partition"} {
		v[flag+"s"] = strings.Join(choices(flag), ", ")
	}
	for _, s := range setting.All {
		if s.Values != nil {
			v[s.Name+"s"] = strings.Join(s.Values(), ", ")
		}
	}
	maps.Copy(v, limitVars())
	for flag, d := range domains {
		v["range_"+flag] = d.String()
	}
	return v
}

// popList takes the flag's value from the command line, splits it at commas
// and hands each part to add. Parts may not be empty. What they stand for may not be
// repeated, which add sees to: a repeated measurement is asked for with --reps.
func popList(ctx *kong.DecodeContext, add func(part string) error) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	if text == "" {
		return errors.New("it is empty: give names or numbers with single commas between")
	}
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			return fmt.Errorf("%q has an empty entry: give names or numbers with single commas between", text)
		}
		if err := add(part); err != nil {
			return err
		}
	}
	return nil
}

// addOnce adds to the list what may not be in it yet.
func addOnce[T comparable](list []T, more ...T) ([]T, error) {
	for _, v := range more {
		if slices.Contains(list, v) {
			format := "%v is in the list twice"
			if reflect.TypeFor[T]().Kind() == reflect.String {
				format = "%q is in the list twice"
			}
			return list, fmt.Errorf(format, v)
		}
		list = append(list, v)
	}
	return list, nil
}

// wordOf returns the value of a flag or an argument as it was given. PopValueInto takes it through JSON, where
// a byte that is not UTF-8 becomes another character: the name of a file would become another name.
func wordOf(ctx *kong.DecodeContext) (string, error) {
	token, err := ctx.Scan.PopValue("value")
	word, _ := token.Value.(string) // at the end of the command line there is none
	return word, err
}

// parseOutput is the mapper of files to write. A value that looks like a flag
// is one: its own value was forgotten.
func parseOutput(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	switch {
	case text == "":
		return errors.New("the name of a file is missing")
	case text != "-" && strings.HasPrefix(text, "-"):
		return fmt.Errorf("%q cannot be used: it must be the name of a file (./%s, if that is one)", text, text)
	}
	target.SetString(text)
	return nil
}

// needed is the mapper of texts that may not be empty; missing is what to say of
// those.
func needed(missing string) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, target reflect.Value) error {
		text, err := wordOf(ctx)
		if err != nil {
			return err
		}
		if text == "" {
			return errors.New(missing)
		}
		target.SetString(text)
		return nil
	}
}

var errNoObject = errors.New("the name of an object is missing")

// parseObjects is the mapper of objects that stand beside one another.
func parseObjects(ctx *kong.DecodeContext, target reflect.Value) error {
	for _, t := range ctx.Scan.PopWhile(kong.Token.IsValue) {
		if t.String() == "" {
			return errNoObject
		}
		target.Set(reflect.Append(target, reflect.ValueOf(t.String())))
	}
	return nil
}

// parseObject is the mapper of a flag that names one object each time that it is given. The
// name may have commas.
func parseObject(ctx *kong.DecodeContext, target reflect.Value) error {
	t := ctx.Scan.Pop()
	switch text := t.String(); {
	case text == "" || t.IsEOL():
		return errNoObject
	case t.Type == kong.UntypedToken && strings.HasPrefix(text, "-"):
		return fmt.Errorf("%q looks like a flag: if it is the name of an object, write --%s=%s", text, ctx.Value.Name, text)
	}
	list, err := addOnce(target.Interface().([]string), t.String())
	target.Set(reflect.ValueOf(list))
	return err
}

// parseInputs is the mapper of files that stand beside one another.
func parseInputs(ctx *kong.DecodeContext, target reflect.Value) error {
	for _, t := range ctx.Scan.PopWhile(func(t kong.Token) bool { return t.IsValue() || t.String() == "-" }) {
		if t.String() == "" {
			return errors.New("the name of a file is missing")
		}
		target.Set(reflect.Append(target, reflect.ValueOf(t.String())))
	}
	return nil
}
