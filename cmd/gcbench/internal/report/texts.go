package report

import (
	"reflect"
	"strings"
	"unicode"
)

// oneLineEach makes every string in what v points to one line: '?' stands for each control character. The
// strings are those of a file, and whatever is printed of them stands in a line of ours. What else a
// terminal must not get, the session's outputs replace.
func oneLineEach(v any) { oneLine(reflect.ValueOf(v).Elem()) }

func oneLine(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return '?'
			}
			return r
		}, v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Anonymous {
				oneLine(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			oneLine(v.Index(i))
		}
	case reflect.Pointer, reflect.Interface: // an interface has a pointer
		if !v.IsNil() {
			oneLine(v.Elem())
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			shown, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			shown.Set(key)
			value.Set(v.MapIndex(key))
			oneLine(shown)
			oneLine(value)
			v.SetMapIndex(key, reflect.Value{})
			v.SetMapIndex(shown, value)
		}
	}
}
