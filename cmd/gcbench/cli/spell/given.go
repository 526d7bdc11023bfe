package spell

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// Value is a flag as one would type it. A switch has no value.
type Value struct{ Flag, Value string }

func (v Value) String() string { return strings.Join(Line(v), " ") }

// Count is how many values a flag lists.
func (v Value) Count() int { return strings.Count(v.Value, ",") + 1 }

// Line returns the words of a command line that has these flags.
func Line(flags ...Value) (words []string) {
	for _, v := range flags {
		words = append(words, "--"+v.Flag)
		if v.Value != "" {
			words = append(words, v.Value)
		}
	}
	return words
}

// Given returns the flags of a struct that have a value other than zero, in the order of its fields. Structs that it
// embeds are left out.
func Given(flags any) (given []Value) {
	all := reflect.ValueOf(flags).Elem()
	for i := range all.NumField() {
		field, value := all.Type().Field(i), all.Field(i)
		if !field.Anonymous && field.IsExported() && field.Tag.Get("kong") != "-" && !value.IsZero() {
			given = append(given, Value{flagName(field.Name), typed(value)})
		}
	}
	return given
}

var newWord = regexp.MustCompile(`([a-z])([A-Z])`)

// flagName is what kong calls the flag of a field.
func flagName(field string) string {
	return strings.ToLower(newWord.ReplaceAllString(field, "$1-$2"))
}

// typed is the value of a flag as one would type it.
func typed(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool:
		return ""
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = fmt.Sprint(v.Index(i))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}
