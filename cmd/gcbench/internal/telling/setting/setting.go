// Package setting is the table of what a user chooses about a mark, besides the heap, the seed and the number of workers. Flags,
// tables, CSV, benchmark names, JSON reports and comparisons range over it. A new choice of the marker is two lines here, and a
// field of schema.Choices.
package setting

import (
	"fmt"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Setting is one choice.
type Setting struct {
	Name   string          // of the flag and of the column
	Key    string          // in files: JSON, CSV, the Go benchmark format. Files of before have it, so it stays
	Option string          // the field of mark.Options, as mark.OptionError has it
	Values func() []string // what may be chosen; nil for a number
	Width  int             // of a column of such names
	// Preset says that a preset chooses it, too. The others say how to mark, and not how to share work.
	Preset bool
	Of     func(o *mark.Options) string              // what o has
	Set    func(o *mark.Options, value string) error // what a flag says
}

// All are the choices, in the order of columns. A deque decides the default of the amount, so it comes first.
var All = []Setting{
	{"deque", "queue", "Deque", kinds, 9, true, func(o *mark.Options) string { return o.Deque.Name }, setKind},
	number("grain", "grain", "Grain", func(o *mark.Options) *int { return &o.Grain }),
	number("capacity", "deque", "Capacity", func(o *mark.Options) *int { return &o.Capacity }),
	{"overflow", "overflow", "OverflowBlocks", nil, 0, true, func(o *mark.Options) string { return strconv.Itoa(max(o.OverflowBlocks, 0)) }, setPool},
	named("steal", "Tuning.Steal", 6, true, tune.StealPolicies, tune.ParseStealPolicy, func(o *mark.Options) *tune.StealPolicy { return &o.Tuning.Steal }),
	named("amount", "Tuning.Amount", 7, true, stealq.Amounts, stealq.ParseAmount, func(o *mark.Options) *stealq.Amount { return &o.Tuning.Amount }),
	named("victim", "Tuning.Victim", 6, true, tune.VictimPolicies, tune.ParseVictimPolicy, func(o *mark.Options) *tune.VictimPolicy { return &o.Tuning.Victim }),
	named("idle", "Tuning.Idle", 5, true, tune.IdlePolicies, tune.ParseIdlePolicy, func(o *mark.Options) *tune.IdlePolicy { return &o.Tuning.Idle }),
	named("marking", "Tuning.Marking", 7, false, tune.Markings, tune.ParseMarking, func(o *mark.Options) *tune.Marking { return &o.Tuning.Marking }),
	named("speculation", "Tuning.Speculation", 11, false, tune.Speculations, tune.ParseSpeculation, func(o *mark.Options) *tune.Speculation { return &o.Tuning.Speculation }),
}

// Flags are the flags of all, every combination of which is marked. Nil means not given. The parser reads the tags.
type Flags struct {
	Deque    []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Deques: ${deques}, or all (default stealhalf)."`
	Grain    []int    `type:"numbers" group:"mark" placeholder:"N,..." help:"References in an item of a deque: ${range_grain} (default ${grain})."`
	Capacity []int    `type:"numbers" group:"mark" placeholder:"N,..." help:"Items that a deque holds: ${range_capacity} (default ${capacity})."`
	Overflow []int    `type:"numbers" group:"mark" placeholder:"N,..." help:"Blocks of the overflow pool: ${range_overflow}; 0 is no pool (default ${overflow})."`
	Steal    []string `type:"names" group:"mark" placeholder:"WHEN,..." help:"When to steal: ${steals}, or all (default empty)."`
	Amount   []string `type:"names" group:"mark" placeholder:"AMOUNT,..." help:"How much to steal: ${amounts} (default the deque's own)."`
	Victim   []string `type:"names" group:"mark" placeholder:"WHO,..." help:"From whom to steal: ${victims}, or all (default random)."`
	Idle     []string `type:"names" group:"mark" placeholder:"HOW,..." help:"How idle workers wait: ${idles}, or all (default park)."`
	Marking  []string `type:"names" group:"mark" placeholder:"WHO,..." help:"How workers share mark bits: ${markings}, or all (default auto: owners of bits for up to ${owners} workers if objects have few references, and else shared bits)."`

	Speculation []string `type:"names" group:"mark" placeholder:"WHO,..." help:"How workers look for the rest of a list while its beginning is marked: ${speculations}, or all (default ${speculation})."`
}

// Named returns the setting with that name, nil if there is none.
func Named(name string) *Setting {
	for i := range All {
		if All[i].Name == name {
			return &All[i]
		}
	}
	return nil
}

// KeyOf returns the key in files of what a flag says: its own name, if it is no setting.
func KeyOf(flag string) string {
	if s := Named(flag); s != nil {
		return s.Key
	}
	return flag
}

// Keys returns the keys of all.
func Keys() (keys []string) {
	for _, s := range All {
		keys = append(keys, s.Key)
	}
	return keys
}

// named is a setting whose values have names.
func named[T fmt.Stringer](name, option string, width int, preset bool, values func() []T, parse func(string) (T, error), field func(*mark.Options) *T) Setting {
	return Setting{
		Name: name, Key: name, Option: option, Width: width, Preset: preset,
		Values: func() (names []string) {
			for _, v := range values() {
				names = append(names, v.String())
			}
			return names
		},
		Of: func(o *mark.Options) string { return (*field(o)).String() },
		Set: func(o *mark.Options, value string) (err error) {
			*field(o), err = parse(value)
			return err
		},
	}
}

// number is a setting whose value is a number.
func number(name, key, option string, field func(*mark.Options) *int) Setting {
	return Setting{
		Name: name, Key: key, Option: option, Preset: true,
		Of: func(o *mark.Options) string { return strconv.Itoa(*field(o)) },
		Set: func(o *mark.Options, value string) (err error) {
			*field(o), err = strconv.Atoi(value)
			return err
		},
	}
}

// Kinds are the kinds of deques that may be chosen. A program that brings its own adds them before anything else happens.
var Kinds = stealq.Kinds()

func kinds() (names []string) {
	for _, k := range Kinds {
		names = append(names, k.Name)
	}
	return names
}

func setKind(o *mark.Options, value string) error {
	for _, k := range Kinds {
		if k.Name == value {
			o.Deque, o.Tuning.Amount = k, k.Amounts[0]
			return nil
		}
	}
	return fmt.Errorf("there is no deque %q", value)
}

// setPool translates a number of blocks, of which 0 is a size, to mark.Options, of which it is the default.
func setPool(o *mark.Options, value string) (err error) {
	if o.OverflowBlocks, err = strconv.Atoi(value); o.OverflowBlocks == 0 {
		o.OverflowBlocks = tune.NoPool
	}
	return err
}

// ChoicesOf returns o in the terms of reports, with what its zero values stand for.
func ChoicesOf(o mark.Options) (c schema.Choices) {
	o = o.WithDefaults()
	for _, s := range All {
		c.Set(s.Key, s.Of(&o))
	}
	return c
}

// Words returns each choice behind the name of its flag.
func Words(c schema.Choices) (all []string) {
	for _, s := range All {
		all = append(all, s.Name+" "+c.Of(s.Key))
	}
	return all
}
