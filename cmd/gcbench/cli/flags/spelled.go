package flags

import (
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Spelled returns the flags that ask for o, workers and seed aside.
func Spelled(o mark.Options) []spell.Value {
	return spell.Each(setting.All, func(s setting.Setting) spell.Value { return spell.Value{Flag: s.Name, Value: s.Of(&o)} })
}

// spelled returns those of the flags that were given, the preset aside.
func (f *Choices) spelled() []spell.Value {
	return spell.Given(&f.Flags)
}

// given returns the values that a flag lists, nil if it was not given.
func (f *Choices) given(flag string) []string {
	for _, v := range f.spelled() {
		if v.Flag == flag {
			return strings.Split(v.Value, ",")
		}
	}
	return nil
}

// Values is how many values a flag has been given.
func (f *Choices) Values(flag string) int { return len(f.given(flag)) }

// SpelledChoices are the presets, or the choices that were given.
func (f *Choices) SpelledChoices() []spell.Value {
	if f.Preset == nil {
		return f.spelled()
	}
	free := slices.DeleteFunc(f.spelled(), func(v spell.Value) bool {
		return setting.Named(v.Flag).Preset // which says the same as the preset
	})
	return slices.Concat(spell.Given(f), free)
}
