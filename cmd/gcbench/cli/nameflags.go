package cli

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
)

// nameFlags say how to read a file of names. Each of them says that the file is one.
type nameFlags struct {
	Separator string `type:"choice" group:"file" placeholder:"NAME" help:"What separates the names in a file of names: ${separators} (default auto: its first line of data tells)."`
	Columns   [2]int `type:"columns" group:"file" placeholder:"S,T" help:"Columns of source and target in a file of names, counted from 1 (default 1,2, and no others)."`
	Header    bool   `group:"file" help:"The first line of a file of names has the names of its columns."`
}

// spelled returns the flags that were given, each followed by its value.
func (f *nameFlags) spelled() (words []string) {
	if f.Separator != "" {
		words = append(words, "--separator", f.Separator)
	}
	if f.Columns != [2]int{} {
		words = append(words, "--columns", fmt.Sprintf("%d,%d", f.Columns[0], f.Columns[1]))
	}
	if f.Header {
		words = append(words, "--header")
	}
	return words
}

// separator returns what the flag asks for. The flag has been checked.
func (f *nameFlags) separator() namelist.Separator {
	if f.Separator == "" {
		return namelist.Auto
	}
	s, _ := namelist.ParseSeparator(f.Separator)
	return s
}

// column has the numbers that a column may have.
var column = numeral.Domain{Low: 1, High: 10_000}

// parseColumns is the mapper of two columns.
func parseColumns(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
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
		return errors.New("source and target are in two columns, such as 1,3")
	}
	return nil
}
