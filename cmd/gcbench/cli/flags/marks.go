package flags

import (
	"errors"
	"runtime"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Marks choose how to mark.
type Marks struct {
	Workers []int `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of workers: ${range_workers}; ${ranges} (default 1 and GOMAXPROCS, here ${procs})."`
	Choices
}

// Choices are the choices of a mark, the number of workers aside: every combination.
// Nil means not given.
type Choices struct {
	Preset []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Imitations of real collectors, in place of the flags that follow, listed below, or all."`
	setting.Flags

	LeftOut string `kong:"-"` // what setups leaves out because it means nothing, for a warning
}

// Setup is one way to mark, and the preset that it is, "" if none.
type Setup struct {
	Preset  string
	Options mark.Options
}

// Of returns the options for marks of a heap. Its seed is theirs.
func (s Setup) Of(from Source) mark.Options {
	s.Options.Tuning.Seed = from.Seed
	return s.Options
}

// flagOf is the flag that sets a field of mark.Options.
func flagOf(option string) string {
	for _, s := range setting.All {
		if s.Option == option {
			return s.Name
		}
	}
	return strings.ToLower(strings.TrimPrefix(option, "Tuning."))
}

// Setups returns every combination of presets or choices and workers, the workers
// innermost. Each is valid.
func (f *Marks) Setups() ([]Setup, error) {
	bases, err := f.presets()
	if f.Preset == nil {
		bases, err = f.combinations()
	}
	if err != nil {
		return nil, err
	}
	var all []Setup
	for _, s := range bases {
		for _, workers := range f.Crews() {
			s.Options.Workers = workers
			if err := Validate(s.Options); err != nil {
				return nil, err
			}
			all = append(all, s)
		}
	}
	return all, nil
}

// Args returns the flags that ask for the same setups, the numbers of workers spelled
// out: their default depends on the machine.
func (f *Marks) Args() []string {
	return spell.Line(f.Lists()...)
}

// Lists are the flags that say how many setups there are.
func (f *Marks) Lists() []spell.Value {
	return append(f.SpelledChoices(), spell.Value{Flag: "workers", Value: strings.Join(spell.Each(f.Crews(), strconv.Itoa), ",")})
}

// presets returns a setup for each preset, and for each choice of the flags that are free beside a
// preset: they say how to mark, and not how to share work. All presets of a table can therefore have the
// same. A preset's name in a report says how the preset shares work: another flag beside it may say the
// same, and no more.
func (f *Choices) presets() ([]Setup, error) {
	var all []Setup
	for _, name := range f.Preset {
		p, _ := tune.ParsePreset(name)
		imitated := mark.Options{}.Imitating(p)
		meant := Spelled(imitated)
		for _, given := range f.spelled() {
			for _, m := range meant {
				if m.Flag == given.Flag && m != given && setting.Named(m.Flag).Preset {
					return nil, session.BadUsage("%v contradicts --preset %s, which is %s: give these flags without --preset, and change what you like",
						given, name, strings.Join(spell.Line(meant...), " "))
				}
			}
		}
		options := []mark.Options{imitated}
		for i := range setting.All {
			if s := &setting.All[i]; !s.Preset {
				options = product(options, f.choices(s))
			}
		}
		for _, o := range options {
			all = append(all, Setup{name, o})
		}
	}
	return all, nil
}

func (f *Marks) Crews() []int {
	procs := min(runtime.GOMAXPROCS(0), mark.MaxWorkers)
	switch {
	case f.Workers != nil:
		return f.Workers
	case procs == 1:
		return []int{1}
	}
	return []int{1, procs}
}

// Validate translates the marker's complaint about an option to one about its
// flag.
func Validate(o mark.Options) error {
	err := o.Validate()
	var bad *mark.OptionError
	if errors.As(err, &bad) {
		return session.BadUsage("--%s: %s", flagOf(bad.Option), bad.Problem)
	}
	return err
}
