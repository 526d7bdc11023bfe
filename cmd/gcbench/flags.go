package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/stress"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// maxReps bounds --reps: the samples and statistics of a run stay in memory.
const maxReps = 10_000

// interval is what a number must be.
type interval struct {
	low, high uint64
	power2    bool
}

// intervals has an entry for each flag of type number or numbers.
var intervals = map[string]interval{
	"objects":  {low: 1, high: heap.MaxObjects},
	"seed":     {low: 0, high: math.MaxUint64},
	"workers":  {low: 1, high: mark.MaxWorkers},
	"grain":    {low: 1, high: mark.MaxGrain},
	"deque":    {low: stealq.MinCapacity, high: stealq.MaxCapacity, power2: true},
	"overflow": {low: 0, high: mark.MaxOverflow},
	"reps":     {low: 1, high: maxReps},

	"max-bytes":        {low: 1, high: maxLimit},
	"max-objects":      {low: 1, high: maxLimit},
	"max-edges":        {low: 1, high: maxLimit},
	"max-decompressed": {low: 1, high: maxLimit},
	"rounds":           {low: 1, high: 1_000_000_000},
}

func (i interval) String() string {
	s := fmt.Sprintf("%d to %d", i.low, i.high)
	if i.power2 {
		s = "a power of two from " + s
	}
	return s
}

// parse reads a whole number; digits may be grouped by underscores.
func (i interval) parse(text string) (uint64, error) {
	n, err := strconv.ParseUint(strings.ReplaceAll(text, "_", ""), 10, 64)
	if err != nil || n < i.low || n > i.high || i.power2 && n&(n-1) != 0 {
		return 0, fmt.Errorf("%q cannot be used: it must be a whole number, %s", text, i)
	}
	return n, nil
}

// choices has the allowed names of each flag of type choice, and of those of
// type names that are not files.
func choices(flag string) []string {
	switch flag {
	case "layout":
		return namesOf(shape.Layouts())
	case "steal":
		return namesOf([]mark.Steal{mark.StealOnEmpty, mark.StealProbabilistic, mark.StealFactor})
	case "amount":
		return namesOf(stealq.Amounts())
	case "victim":
		return namesOf([]mark.Victim{mark.VictimRandom, mark.VictimLast, mark.VictimRoundRobin, mark.VictimNeighbour})
	case "idle":
		return namesOf([]mark.Idle{mark.IdlePark, mark.IdleSpin, mark.IdleYield, mark.IdleBackoff})
	case "profile":
		return session.ProfileModes()
	case "queue":
		return queueNames()
	case "preset":
		return presetNames()
	case "peers":
		return peerNames()
	case "scenario":
		return stress.Names()
	}
	panic("gcbench: no choices for --" + flag)
}

func namesOf[T fmt.Stringer](values []T) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = v.String()
	}
	return names
}

func queueNames() []string {
	var names []string
	for _, k := range stealq.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

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
		"deque":    fmt.Sprint(mark.DefaultDeque),
		"overflow": fmt.Sprint(mark.DefaultOverflow),
	}
	for _, flag := range []string{"layout", "steal", "amount", "victim", "idle", "profile"} {
		v[flag+"s"] = strings.Join(choices(flag), ", ")
	}
	maps.Copy(v, limitVars())
	for flag, i := range intervals {
		v["range_"+flag] = i.String()
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

// parseNumber is the mapper of numbers.
func parseNumber(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
		return err
	}
	n, err := intervals[ctx.Value.Name].parse(text)
	if err != nil {
		return err
	}
	if target.Kind() == reflect.Uint64 {
		target.SetUint(n)
	} else {
		target.SetInt(int64(n))
	}
	return nil
}

// parseNumbers is the mapper of lists of numbers.
func parseNumbers(ctx *kong.DecodeContext, target reflect.Value) error {
	var list []int
	err := popList(ctx, func(part string) error {
		n, err := intervals[ctx.Value.Name].parse(part)
		if slices.Contains(list, int(n)) {
			err = fmt.Errorf("%d is in the list twice", n)
		}
		list = append(list, int(n))
		return err
	})
	target.Set(reflect.ValueOf(list))
	return err
}

// parseNames is the mapper of lists of names. Shapes check their own.
func parseNames(ctx *kong.DecodeContext, target reflect.Value) error {
	var list []string
	err := popList(ctx, func(part string) error {
		list = append(list, part)
		switch flag := ctx.Value.Name; flag {
		case "heap":
			return nil
		case "shape":
			return knownShape(part)
		default:
			return oneOf(part, choices(flag))
		}
	})
	target.Set(reflect.ValueOf(list))
	return err
}

// parseChoice is the mapper of a single name.
func parseChoice(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
		return err
	}
	target.SetString(text)
	return oneOf(text, choices(ctx.Value.Name))
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

// knownShape returns an error that lists all shapes if there is none of that
// name.
func knownShape(name string) error {
	_, err := shape.ByName(name)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "shape: "))
	}
	return nil
}

func oneOf(text string, allowed []string) error {
	if !slices.Contains(allowed, text) {
		return fmt.Errorf("%q cannot be used: it must be %s", text, alternatives(allowed))
	}
	return nil
}

// alternatives lists what is allowed, at least one: "one, half or all".
func alternatives(allowed []string) string {
	last := len(allowed) - 1
	if last == 0 {
		return allowed[0]
	}
	return strings.Join(allowed[:last], ", ") + " or " + allowed[last]
}
