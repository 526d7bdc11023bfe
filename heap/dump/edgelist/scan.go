package edgelist

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// end is what peek returns when there are no more bytes.
const end = -1

// maxEmptyReads is the largest number of reads in a row that return no data and no error.
const maxEmptyReads = 100

// scanner splits the input into numbers and words. It never holds a whole line, so
// lines may have any length.
type scanner struct {
	r        io.Reader
	buf      []byte
	pos, lim int
	line     uint64 // number of the current line, from 1
	bytes    uint64
	eof      bool
	err      error
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: r, buf: make([]byte, 64<<10), line: 1}
}

// peek returns the next byte, or end. It does not consume the byte.
func (s *scanner) peek() int {
	if s.pos < s.lim {
		return int(s.buf[s.pos])
	}
	return s.fill()
}

// fill reads more input.
func (s *scanner) fill() int {
	for range maxEmptyReads {
		if s.eof {
			return end
		}
		n, err := s.r.Read(s.buf)
		s.pos, s.lim = 0, n
		s.bytes += uint64(n)
		if err != nil {
			s.eof = true
			if !errors.Is(err, io.EOF) {
				s.fail("cannot be read: %w", err)
			}
		}
		if n > 0 {
			return int(s.buf[0])
		}
	}
	s.eof = true
	s.fail("cannot be read: %w", io.ErrNoProgress)
	return end
}

// fail notes an error at the current line, if it is the first error.
func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("edge list: line %d: %w", s.line, fmt.Errorf(format, args...))
	}
}

// blanks skips blanks and tabs. It returns the byte after them. At the end of a line it
// returns '\n', also if the file ends without one or the line ends with CRLF.
func (s *scanner) blanks() int {
	for {
		switch c := s.peek(); c {
		case ' ', '\t':
			s.pos++
		case '\r':
			s.pos++
			if c := s.peek(); c != '\n' && c != end {
				s.fail("a carriage return in the middle of the line: lines end with LF or CRLF")
			}
			return '\n'
		case end:
			return '\n'
		default:
			return c
		}
	}
}

// number reads a decimal number of at most 64 bits. If there is none, ok is false and
// the error is set. The text want says in the error what is missing.
func (s *scanner) number(want string) (n uint64, ok bool) {
	if s.blanks() == '\n' {
		s.fail("the line ends where %s must stand", want)
		return 0, false
	}
	digits := 0
	for ; ; digits++ {
		c := s.peek() - '0'
		if c < 0 || c > 9 {
			break
		}
		if n > (math.MaxUint64-uint64(c))/10 {
			s.fail("%s has more than 64 bits", want)
			return 0, false
		}
		n = n*10 + uint64(c)
		s.pos++
	}
	if c := s.peek(); digits == 0 || c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != end {
		s.fail("found %q where %s must stand: a decimal number, without a sign", string([]byte{byte(c)}), want)
		return 0, false
	}
	return n, true
}

// word reads letters up to a blank or the end of the line, but at most nine.
func (s *scanner) word() string {
	var w []byte
	for c := s.peek(); c == ' ' || c == '\t'; c = s.peek() {
		s.pos++
	}
	for ; len(w) < 9; s.pos++ {
		c := s.peek()
		if c == end || c <= ' ' {
			break
		}
		w = append(w, byte(c))
	}
	return string(w)
}

// endLine consumes the end of the line. Anything before the end is an error.
func (s *scanner) endLine(after string) {
	if c := s.blanks(); c != '\n' {
		s.fail("found %q after %s: nothing may follow on the line", string([]byte{byte(c)}), after)
	}
	s.newline()
}

// skipLine consumes the rest of a comment and the end of the line.
func (s *scanner) skipLine() {
	for c := s.peek(); c != '\n' && c != end; c = s.peek() {
		s.pos++
	}
	s.newline()
}

func (s *scanner) newline() {
	if s.peek() == '\n' {
		s.pos++
		s.line++
	}
}
