package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// flagValue is a flag as one would type it.
type flagValue struct{ flag, value string }

func (v flagValue) String() string { return "--" + v.flag + " " + v.value }

// spelled returns the flags that ask for o, workers and seed aside.
func spelled(o mark.Options) []flagValue {
	t := o.Tuning
	return []flagValue{
		{"queue", o.Deque.Name}, {"grain", strconv.Itoa(o.Grain)}, {"deque", strconv.Itoa(o.Capacity)}, {"overflow", strconv.Itoa(max(o.OverflowBlocks, 0))},
		{"steal", t.Steal.String()}, {"amount", t.Amount.String()}, {"victim", t.Victim.String()}, {"idle", t.Idle.String()},
		{"marking", t.Marking.String()}, {"speculation", t.Speculation.String()},
	}
}

// spelled returns those of the flags that were given, the preset aside, in the same order.
func (f *choiceFlags) spelled() (given []flagValue) {
	numbers := func(list []int) []string { return named(list, strconv.Itoa) }
	for _, v := range []struct {
		flag   string
		values []string
	}{
		{"queue", f.Queue}, {"grain", numbers(f.Grain)}, {"deque", numbers(f.Deque)}, {"overflow", numbers(f.Overflow)},
		{"steal", f.Steal}, {"amount", f.Amount}, {"victim", f.Victim}, {"idle", f.Idle}, {"marking", f.Marking},
		{"speculation", f.Speculation},
	} {
		if len(v.values) > 0 {
			given = append(given, flagValue{v.flag, strings.Join(v.values, ",")})
		}
	}
	return given
}

// spelledChoices are the presets, or the choices that were given.
func (f *choiceFlags) spelledChoices() []flagValue {
	if f.Preset == nil {
		return f.spelled()
	}
	all := []flagValue{{"preset", strings.Join(f.Preset, ",")}}
	for _, v := range f.spelled() {
		if slices.Contains(besidePreset, v.flag) { // the others say the same as the preset
			all = append(all, v)
		}
	}
	return all
}

func joined(flags []flagValue) string {
	words := make([]string, len(flags))
	for i, f := range flags {
		words[i] = f.String()
	}
	return strings.Join(words, " ")
}
