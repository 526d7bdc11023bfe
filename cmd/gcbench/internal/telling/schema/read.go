package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// decode reads the one report that a file holds into v. Its schema must be want. No string of it has a control
// character. name is the file's and command the subcommand that writes such files, for errors.
func decode(r io.Reader, name, command string, v any, want string) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	schema, err := SchemaOf(bytes.NewReader(text), name, command)
	switch {
	case err != nil:
		return err
	case schema != want:
		return fmt.Errorf("%s: its schema is %q: it must be %q, which gcbench %s --json writes", name, schema, want, command)
	}
	oneLine := oneLineEach(text)
	d := json.NewDecoder(bytes.NewReader(oneLine))
	if d.Decode(v) != nil {
		return unreadable(name, command, len(text), json.NewDecoder(bytes.NewReader(text)).Decode(v)) // for the offset
	}
	end := d.InputOffset() + int64(len(text)-len(oneLine))
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: offset %d: something follows the report: a file holds one report, and only one can be read", name, end)
	}
	return nil
}

// checked decodes a report into v, and lets it check itself.
func checked[T interface{ complete() error }](r io.Reader, name, command string, v T, want string) (T, error) {
	err := decode(r, name, command, v, want)
	if err == nil {
		if err = v.complete(); err == nil {
			return v, nil
		}
		err = fmt.Errorf("%s: %w", name, err)
	}
	var none T
	return none, err
}

// escape is a backslash in JSON, or what stands for a control character.
var escape = regexp.MustCompile(`\\(\\|[bfnrt]|u00[01][0-9a-fA-F]|u007[fF]|u00[89][0-9a-fA-F])`)

// oneLineEach makes every string of a JSON text one line: '?' stands for each control character. Whatever is printed of
// them stands in a line of ours. The session's outputs replace what else a terminal must not get.
func oneLineEach(text []byte) []byte {
	return escape.ReplaceAllFunc(text, func(e []byte) []byte {
		if e[1] == '\\' {
			return e
		}
		return []byte("?")
	})
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
	text, err := io.ReadAll(r)
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&file)
	}
	if err != nil {
		return "", unreadable(name, commands, len(text), err)
	}
	return cmp.Or(file.Schema, file.Other.Schema), nil
}

// embedded is a part of a field's path that is in Go alone, where a report has all in one
// object.
var embedded = regexp.MustCompile(`\b[A-Z]\w*\.`)

// unreadable says why a file of that length is no report of this subcommand.
func unreadable(name, command string, length int, err error) error {
	return fmt.Errorf("%s: %w: give a report that gcbench %s --json wrote", name, Explain(err, length), command)
}

// Explain says in plain words why a JSON text of that length could not be decoded.
func Explain(err error, length int) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF): // nothing but blanks
		return errors.New("it is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("it is cut: it ends at offset %d, before the end of the report", length)
	case errors.As(err, &syntax):
		return fmt.Errorf("offset %d: %w", syntax.Offset, err)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("offset %d: it is %s, and must be an object", kind.Offset, inWords(kind.Value))
	case errors.As(err, &kind):
		return fmt.Errorf("offset %d: field %s is %s, and must be %s", kind.Offset, embedded.ReplaceAllString(kind.Field, ""), inWords(kind.Value), inWords(kind.Type.Kind().String()))
	}
	return err
}

// inWords is a kind of Go or of JSON in plain words. Package json writes "number 1e99" for a number that does not fit.
func inWords(kind string) string {
	_, figure, found := strings.Cut(kind, " ")
	switch {
	case found:
		return "the number " + figure
	case kind == "struct" || kind == "map" || kind == "object":
		return "an object"
	case kind == "slice" || kind == "array":
		return "a list"
	case kind == "bool":
		return "true or false"
	case kind == "float64" || kind == "number":
		return "a number"
	case kind == "string":
		return "a string"
	case strings.HasPrefix(kind, "uint"):
		return "a whole number that is not negative"
	}
	return "a whole number"
}
