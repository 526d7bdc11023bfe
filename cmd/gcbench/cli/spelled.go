package cli

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// flagValue is a flag as one would type it.
type flagValue struct{ flag, value string }

func (v flagValue) String() string { return "--" + v.flag + " " + v.value }

// spelled returns the flags that ask for o, workers and seed aside.
func spelled(o mark.Options) []flagValue {
	return named(setting.All, func(s setting.Setting) flagValue { return flagValue{s.Name, s.Of(&o)} })
}

// given returns the values that a flag lists, nil if it was not given. The field has the flag's name.
func (f *choiceFlags) given(flag string) []string {
	field := reflect.ValueOf(f).Elem().FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, flag) })
	if numbers, ok := field.Interface().([]int); ok {
		return named(numbers, strconv.Itoa)
	}
	return field.Interface().([]string)
}

// spelled returns those of the flags that were given, the preset aside, in the same order.
func (f *choiceFlags) spelled() (given []flagValue) {
	for _, s := range setting.All {
		if values := f.given(s.Name); len(values) > 0 {
			given = append(given, flagValue{s.Name, strings.Join(values, ",")})
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
		if !setting.Named(v.flag).Preset { // the others say the same as the preset
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
