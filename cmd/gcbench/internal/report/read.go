package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// decode reads the one report that a file holds into v, whose field schema must then be want. No string of
// it has a control character.
// name is the file's and command the subcommand that writes such files, for errors.
func decode(r io.Reader, name, command string, v any, schema *string, want string) error {
	counted := &counter{Reader: r}
	d := json.NewDecoder(counted)
	if err := d.Decode(v); err != nil {
		return unreadable(name, command, counted.read, err)
	}
	oneLineEach(v)
	if *schema != want {
		return fmt.Errorf("%s: its schema is %q: what can be read is %q, which gcbench %s --json writes", name, *schema, want, command)
	}
	end := d.InputOffset()
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: offset %d: something follows the report: a file holds one report, and no more than one report can be read", name, end)
	}
	return nil
}

// SchemaOf returns the schema that a file names, "" if it names none. name is the file's,
// and commands are those that write what the caller can read, for errors.
func SchemaOf(r io.Reader, name, commands string) (string, error) {
	var file struct {
		Schema string `json:"schema"`
		// Other is where a Chrome trace has what its format does not provide for.
		Other struct {
			Schema string `json:"schema"`
		} `json:"otherData"`
	}
	counted := &counter{Reader: r}
	if err := json.NewDecoder(counted).Decode(&file); err != nil {
		return "", unreadable(name, commands, counted.read, err)
	}
	return cmp.Or(file.Schema, file.Other.Schema), nil
}

// counter counts what is read.
type counter struct {
	io.Reader
	read int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read += int64(n)
	return n, err
}

// giveReport says what would be right: a report of this subcommand.
func giveReport(command string) string {
	return "give a report that gcbench " + command + " --json wrote"
}

// embedded is a part of a field's path that is in Go alone, where a report has all in one
// object.
var embedded = regexp.MustCompile(`\b[A-Z]\w*\.`)

// unreadable says why a file of that length, or of which so much was read, is no report of
// this subcommand.
func unreadable(name, command string, read int64, err error) error {
	give := giveReport(command)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF): // nothing but blanks
		return fmt.Errorf("%s: it is empty: %s", name, give)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: it is cut: it ends at offset %d, and the report does not: %s", name, read, give)
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: offset %d: %w: %s", name, syntax.Offset, err, give)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("%s: offset %d: it is %s, and must be an object: %s", name, kind.Offset, jsonKind(kind.Value), give)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: offset %d: field %s is %s, and must be %s: %s", name, kind.Offset, embedded.ReplaceAllString(kind.Field, ""), jsonKind(kind.Value), goKind(kind), give)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// jsonKind is what a file has, in plain words. Package json writes "number 1e99" for a number
// that does not fit.
func jsonKind(value string) string {
	switch kind, figure, _ := strings.Cut(value, " "); {
	case figure != "":
		return "the number " + figure
	case kind == "array":
		return "a list"
	case kind == "object":
		return "an object"
	case kind == "bool":
		return "true or false"
	default:
		return "a " + kind
	}
}

// goKind is what a field must be.
func goKind(e *json.UnmarshalTypeError) string {
	switch kind := e.Type.Kind().String(); kind {
	case "struct", "map":
		return "an object"
	case "slice", "array":
		return "a list"
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	case "float64":
		return "a number"
	default:
		if strings.HasPrefix(kind, "uint") {
			return "a whole number that is not negative"
		}
		return "a whole number"
	}
}
