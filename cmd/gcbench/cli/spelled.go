package cli

import (
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
	}
}

// spelled returns the flags as they were given, in the same order.
func (f *markFlags) spelled() []flagValue {
	return []flagValue{
		{"queue", strings.Join(f.Queue, ",")}, {"grain", strconv.Itoa(f.Grain)}, {"deque", strconv.Itoa(f.Deque)}, {"overflow", strconv.Itoa(f.Overflow)},
		{"steal", f.Steal}, {"amount", f.Amount}, {"victim", f.Victim}, {"idle", f.Idle},
	}
}

func joined(flags []flagValue) string {
	words := make([]string, len(flags))
	for i, f := range flags {
		words[i] = f.String()
	}
	return strings.Join(words, " ")
}
