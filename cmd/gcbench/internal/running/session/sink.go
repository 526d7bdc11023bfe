package session

import (
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

// Sink is standard output or standard error. Whatever text it gets, it prints nothing that controls a
// terminal. It keeps the first error of writing, which not everything that prints passes on.
type Sink struct {
	text  *printable.Writer
	names *strings.Replacer // of names in the command line that have line feeds; nil if none has
	err   error
}

func newSink(to io.Writer, args []string) *Sink {
	return &Sink{text: printable.NewWriter(to), names: printable.Replacer(args)}
}

// Write prints text. A name with a line feed is printed as one line where it is whole in p.
func (s *Sink) Write(p []byte) (int, error) {
	text := p
	if s.names != nil {
		text = []byte(s.names.Replace(string(p)))
	}
	if _, err := s.text.Write(text); err != nil {
		s.keep(err)
		return 0, err
	}
	return len(p), nil
}

// close prints what is left of a text that ends in the middle of a rune.
func (s *Sink) close() { s.keep(s.text.Close()) }

func (s *Sink) keep(err error) {
	if s.err == nil {
		s.err = err
	}
}
