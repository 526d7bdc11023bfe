package spell

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
)

// PopList takes the flag's value from the command line, splits it at commas
// and hands each part to add. The parameters of a shape stay with it. Parts may not be empty. The values that they stand for
// may not be repeated, which add sees to: a repeated measurement is asked for with --reps.
func PopList(ctx *kong.DecodeContext, add func(part string) error) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	if text == "" {
		return errors.New("it is empty: give names or numbers with single commas between")
	}
	parts := strings.Split(text, ",")
	if ctx.Value.Name == "shape" {
		parts = withParameters(parts)
	}
	for _, part := range parts {
		if part == "" {
			return fmt.Errorf("%q has an empty entry: give names or numbers with single commas between", text)
		}
		if err := add(part); err != nil {
			return err
		}
	}
	return nil
}

// addOnce adds to the list what may not be in it yet.
func addOnce[T comparable](list []T, more ...T) ([]T, error) {
	for _, v := range more {
		if slices.Contains(list, v) {
			format := "%v is in the list twice"
			if reflect.TypeFor[T]().Kind() == reflect.String {
				format = "%q is in the list twice"
			}
			return list, fmt.Errorf(format, v)
		}
		list = append(list, v)
	}
	return list, nil
}

// wordOf returns the value of a flag or an argument as it was given. PopValueInto takes it through JSON, where
// a byte that is not UTF-8 becomes another character: the name of a file would become another name.
func wordOf(ctx *kong.DecodeContext) (string, error) {
	token, err := ctx.Scan.PopValue("value")
	word, _ := token.Value.(string) // at the end of the command line there is none
	return word, err
}

// parseOutput is the mapper of files to write. A value that looks like a flag
// is one: its own value was forgotten.
func parseOutput(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
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
		text, err := wordOf(ctx)
		if err != nil {
			return err
		}
		if text == "" {
			return errors.New(missing)
		}
		target.SetString(text)
		return nil
	}
}

var errNoObject = errors.New("the name of an object is missing")

// parseObjects is the mapper of objects that stand beside one another.
func parseObjects(ctx *kong.DecodeContext, target reflect.Value) error {
	for _, t := range ctx.Scan.PopWhile(kong.Token.IsValue) {
		if t.String() == "" {
			return errNoObject
		}
		target.Set(reflect.Append(target, reflect.ValueOf(t.String())))
	}
	return nil
}

// parseObject is the mapper of a flag that names one object each time that it is given. The
// name may have commas.
func parseObject(ctx *kong.DecodeContext, target reflect.Value) error {
	t := ctx.Scan.Pop()
	switch text := t.String(); {
	case text == "" || t.IsEOL():
		return errNoObject
	case t.Type == kong.UntypedToken && strings.HasPrefix(text, "-"):
		return fmt.Errorf("%q looks like a flag: if it is the name of an object, write --%s=%s", text, ctx.Value.Name, text)
	}
	list, err := addOnce(target.Interface().([]string), t.String())
	target.Set(reflect.ValueOf(list))
	return err
}

// parseInputs is the mapper of files that stand beside one another.
func parseInputs(ctx *kong.DecodeContext, target reflect.Value) error {
	for _, t := range ctx.Scan.PopWhile(func(t kong.Token) bool { return t.IsValue() || t.String() == "-" }) {
		if t.String() == "" {
			return errors.New("the name of a file is missing")
		}
		target.Set(reflect.Append(target, reflect.ValueOf(t.String())))
	}
	return nil
}

// column has the numbers that a column may have.
var column = numeral.Domain{Low: 1, High: 10_000}

// parseColumns is the mapper of two columns.
func parseColumns(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	parts := strings.Split(text, ",")
	if len(parts) != 2 {
		return fmt.Errorf("%q cannot be used: it must be two numbers of columns with a comma between, such as 1,3", text)
	}
	for i, part := range parts {
		n, err := column.Parse(part)
		if err != nil {
			return err
		}
		target.Index(i).SetInt(int64(n))
	}
	if target.Index(0).Int() == target.Index(1).Int() {
		return errors.New("source and target must be different columns, such as 1,3")
	}
	return nil
}
