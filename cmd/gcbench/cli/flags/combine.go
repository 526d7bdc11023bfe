package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// choice sets a field of the options to one of the values that its flag lists.
type choice func(*mark.Options)

// choices sets the values that a flag lists. Each has been checked when the flag was read.
func (f *Choices) choices(s *setting.Setting) []choice {
	return spell.Each(f.given(s.Name), func(value string) choice { return func(o *mark.Options) { _ = s.Set(o, value) } })
}

// combinations returns a setup for each combination of the choices that means something.
// A combination that means nothing is an error if it is the only one of its kind, and is
// left out otherwise: who lists several deques or values wants those that exist.
func (f *Choices) combinations() ([]Setup, error) {
	all := []mark.Options{{
		Deque: stealq.StealHalf, Grain: tune.DefaultGrain, Capacity: tune.DefaultCapacity, OverflowBlocks: tune.DefaultOverflowBlocks,
		Tuning: tune.Tuning{Amount: stealq.StealHalf.Amounts[0], Speculation: measure.Speculation},
	}}
	for i := range setting.All {
		all = product(all, f.choices(&setting.All[i]))
	}
	var setups []Setup
	out := leftOut{of: len(all)}
	var first error
	for _, o := range all {
		flag, err := meaningless(o)
		switch {
		case err == nil:
			setups = append(setups, Setup{Options: o})
			continue
		case len(f.Deque) < 2 && f.Values(flag) < 2:
			return nil, err
		case first == nil:
			first = err
		}
		out.add(o, flag)
	}
	f.LeftOut = out.String()
	if setups == nil {
		return nil, first
	}
	return setups, nil
}

// product returns each of the options with each choice, and as they are if there is none.
func product(all []mark.Options, choices []choice) (more []mark.Options) {
	if len(choices) == 0 {
		return all
	}
	for _, o := range all {
		for _, choose := range choices {
			chosen := o
			choose(&chosen)
			more = append(more, chosen)
		}
	}
	return more
}

// meaningless returns the flag whose value means nothing for the deque or the grain, and what
// is wrong with it. The error is nil if there is none. To mark.Options the amount balance may stand
// for the deque's default; as a flag it means itself.
func meaningless(o mark.Options) (flag string, err error) {
	if !o.Deque.Offers(o.Tuning.Amount) {
		return "amount", session.BadUsage("--amount: %v means nothing for deque %s: it must be %s", o.Tuning.Amount, o.Deque.Name, spell.Alternatives(spell.NamesOf(o.Deque.Amounts)))
	}
	o.Workers = 1 // that a marker takes too much memory is another error
	var bad *mark.OptionError
	if errors.As(o.Validate(), &bad) && strings.HasPrefix(bad.Option, "Tuning.") {
		return flagOf(bad.Option), Validate(o)
	}
	return "", nil
}

// leftOut notes which combinations mean nothing.
type leftOut struct {
	number, of int
	which      []leftOutValues
}

// leftOutValues are values of a flag that mean nothing for a deque.
type leftOutValues struct {
	deque, flag string
	values      []string
}

// add notes that the flag's value means nothing for the deque.
func (l *leftOut) add(o mark.Options, flag string) {
	l.number++
	i := slices.IndexFunc(l.which, func(w leftOutValues) bool { return w.deque == o.Deque.Name && w.flag == flag })
	if i < 0 {
		i = len(l.which)
		l.which = append(l.which, leftOutValues{deque: o.Deque.Name, flag: flag})
	}
	for _, v := range Spelled(o) {
		if v.Flag == flag && !slices.Contains(l.which[i].values, v.Value) {
			l.which[i].values = append(l.which[i].values, v.Value)
		}
	}
}

// String is a warning, "" if nothing is left out.
func (l *leftOut) String() string {
	if l.number == 0 {
		return ""
	}
	which := spell.Each(l.which, func(w leftOutValues) string {
		return fmt.Sprintf("--deque %s with --%s %s", w.deque, w.flag, strings.Join(w.values, ","))
	})
	return fmt.Sprintf("%d of %d settings mean nothing and are left out: %s", l.number, l.of, strings.Join(which, "; "))
}
