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

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// helpVars are the facts that help texts mention.
func helpVars() kong.Vars {
	v := kong.Vars{
		"shapes":   strings.Join(shape.Names(), ", "),
		"procs":    fmt.Sprint(runtime.GOMAXPROCS(0)),
		"maxprocs": fmt.Sprint(mark.MaxWorkers),
		"peers":    strings.Join(peerNames(), ", "),
		"queues":   strings.Join(queueNames(), ", "),
		"presets":  strings.Join(presetNames(), ", "),
		"grain":    fmt.Sprint(mark.DefaultGrain),
		"deque":    fmt.Sprint(mark.DefaultCapacity),
		"overflow": fmt.Sprint(mark.DefaultOverflowBlocks),
		"millions": millions,
		"sizes":    sizes,
	}
	for _, flag := range []string{"layout", "steal", "amount", "victim", "idle", "profile"} {
		v[flag+"s"] = strings.Join(choices(flag), ", ")
	}
	maps.Copy(v, limitVars())
	for flag, d := range domains {
		v["range_"+flag] = d.String()
	}
	return v
}

// popList takes the flag's value from the command line, splits it at commas
// and hands each part to add. Parts may not be empty or repeated: a repeated
// measurement is asked for with --reps.
func popList(ctx *kong.DecodeContext, add func(part string) error) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
		return err
	}
	if text == "" {
		return errors.New("it is empty: give names or numbers with single commas between")
	}
	parts := strings.Split(text, ",")
	for i, part := range parts {
		switch {
		case part == "":
			return fmt.Errorf("%q has an empty entry: give names or numbers with single commas between", text)
		case slices.Contains(parts[:i], part):
			return fmt.Errorf("%q is in the list twice", part)
		}
		if err := add(part); err != nil {
			return err
		}
	}
	return nil
}

// parseOutput is the mapper of files to write. A value that looks like a flag
// is one: its own value was forgotten.
func parseOutput(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
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
		var text string
		if err := ctx.Scan.PopValueInto("value", &text); err != nil {
			return err
		}
		if text == "" {
			return errors.New(missing)
		}
		target.SetString(text)
		return nil
	}
}
