package chrometrace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// mostValue is how long a value within a file may be, in bytes: an event, the description of
// a mark, or a field that is not known. A reader keeps one of them in memory.
const mostValue = 4 << 20

// stream reads JSON value by value.
type stream struct {
	*json.Decoder
	from *bounded
	raw  json.RawMessage // of the last value
}

func newStream(r io.Reader) *stream {
	from := &bounded{Reader: r, most: mostValue}
	return &stream{Decoder: json.NewDecoder(from), from: from}
}

// bounded reads up to a limit that its user moves on.
type bounded struct {
	io.Reader
	read, most int64
}

var errLong = errors.New("a value is too long")

func (b *bounded) Read(p []byte) (int, error) {
	if b.read > b.most {
		return 0, errLong
	}
	n, err := b.Reader.Read(p)
	b.read += int64(n)
	return n, err
}

// damage is an error that says where the file is damaged.
type damage struct {
	at   int64 // offset
	says string
}

func (d *damage) Error() string { return fmt.Sprintf("offset %d: %s", d.at, d.says) }

// wrong is an error about what begins at an offset.
func wrong(at int64, format string, args ...any) error {
	return &damage{at, fmt.Sprintf(format, args...)}
}

// why translates an error about a value that begins at an offset.
func (s *stream) why(at int64, what string, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return wrong(s.from.read, "the file ends here, within %s: it is cut", what)
	case errors.Is(err, errLong):
		return wrong(at, "%s has a value of more than %d MiB, which no timeline has", what, mostValue>>20)
	case errors.As(err, &syntax):
		return wrong(syntax.Offset, "%s is no JSON: %v", what, err)
	case errors.As(err, &kind) && kind.Field == "":
		return wrong(at, "%s is a JSON %s, and must be an object", what, kind.Value)
	case errors.As(err, &kind):
		return wrong(at, "%s: field %s is a JSON %s, which it cannot be", what, kind.Field[strings.LastIndex(kind.Field, ".")+1:], kind.Value)
	}
	return err
}

// skip reads the next value, and returns the offset at which it begins.
func (s *stream) skip(what string) (at int64, err error) {
	after := s.InputOffset()
	s.from.most = after + mostValue
	if err := s.Decode(&s.raw); err != nil {
		return after, s.why(after, what, err)
	}
	return s.InputOffset() - int64(len(s.raw)), nil
}

// value decodes the next value, and returns the offset at which it begins.
func (s *stream) value(what string, v any) (at int64, err error) {
	if at, err = s.skip(what); err != nil {
		return at, err
	}
	if err := json.Unmarshal(s.raw, v); err != nil {
		return at, s.why(at, what, err)
	}
	return at, nil
}

// token reads a bracket or the name of a field.
func (s *stream) token(what string) (json.Token, error) {
	at := s.InputOffset()
	s.from.most = at + mostValue
	t, err := s.Token()
	if err != nil {
		return nil, s.why(at, what, err)
	}
	return t, nil
}

// inside reads an object or a list: its opening bracket, what each reads, and its closing
// one.
func (s *stream) inside(what string, open json.Delim, each func() error) error {
	at := s.InputOffset()
	t, err := s.token(what)
	if err != nil {
		return err
	}
	if t != open {
		return wrong(at, "%s must be %s", what, map[json.Delim]string{'{': "an object", '[': "a list"}[open])
	}
	for s.More() {
		if err := each(); err != nil {
			return err
		}
	}
	_, err = s.token(what)
	return err
}

// object reads an object. field reads the value of a field.
func (s *stream) object(what string, field func(name string) error) error {
	return s.inside(what, '{', func() error {
		t, err := s.token(what)
		if err != nil {
			return err
		}
		name, _ := t.(string) // package json accepts nothing else here
		return field(name)
	})
}

// list reads a list. each reads an element.
func (s *stream) list(what string, each func() error) error { return s.inside(what, '[', each) }
