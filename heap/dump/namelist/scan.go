package namelist

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// end is what peek returns when there are no more bytes.
const end = -1

// scanner splits the input into names. It never holds a whole line, so lines may have any
// length.
type scanner struct {
	in     *bufio.Reader
	window []byte // what in holds, from its current position
	pos    int    // in window
	line   uint64 // number of the current line, from 1
	bytes  uint64 // before window
	ended  error  // why reading ended, which is reported when window is used up
	err    error  // the first error

	separator Separator
	special   *[256]bool // bytes that a plain name does not contain
	name      []byte     // the name that field has read
}

// lookahead is how much of the file the scanner holds at most.
const lookahead = 64 << 10

func newScanner(r io.Reader) *scanner {
	s := &scanner{in: bufio.NewReaderSize(r, lookahead), line: 1}
	s.next(lookahead)
	switch {
	case bytes.HasPrefix(s.window, []byte("\xef\xbb\xbf")):
		s.pos = 3
	case bytes.HasPrefix(s.window, []byte("\xff\xfe")), bytes.HasPrefix(s.window, []byte("\xfe\xff")):
		s.fail("the file is in UTF-16: convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8")
	}
	return s
}

// separate sets what separates names.
func (s *scanner) separate(by Separator) {
	s.separator, s.special = by, specials[by]
}

// specials are the bytes that end a plain name, or that it may not contain.
var specials = map[Separator]*[256]bool{Auto: {}, Blanks: special(Blanks), Tabs: special(Tabs), Commas: special(Commas)}

func special(by Separator) *[256]bool {
	is := &[256]bool{'"': true, 0x7f: true}
	for c := range ' ' {
		is[c] = true
	}
	is[by] = true
	return is
}

// next moves the window to the current position. It has at least n bytes, if there are
// as many.
func (s *scanner) next(n int) {
	s.in.Discard(s.pos) // they are in the buffer
	s.bytes += uint64(s.pos)
	s.pos = 0
	_, err := s.in.Peek(n)
	s.window, _ = s.in.Peek(s.in.Buffered())
	s.ended = err
}

// peek returns the next byte, or end. It does not consume the byte.
func (s *scanner) peek() int {
	if s.pos < len(s.window) {
		return int(s.window[s.pos])
	}
	return s.fill()
}

// fill reads more input.
func (s *scanner) fill() int {
	if s.ended == nil {
		s.next(1)
	}
	switch {
	case s.pos < len(s.window):
		return int(s.window[s.pos])
	case !errors.Is(s.ended, io.EOF):
		s.fail("cannot be read: %w", s.ended)
	}
	return end
}

// fail notes an error at the current line, if it is the first error.
func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("name list: line %d: %w", s.line, fmt.Errorf(format, args...))
	}
}

// blanks skips blanks, and tabs if they are no separator. It returns the byte after them.
// At the end of a line it returns '\n', also if the file ends without one or the line ends
// with CRLF.
func (s *scanner) blanks() int {
	for {
		switch c := s.peek(); {
		case c == ' ', c == '\t' && s.separator == Blanks:
			s.pos++
		case c == '\r':
			s.pos++
			if c := s.peek(); c != '\n' && c != end {
				s.fail("a carriage return in the middle of the line: lines end with LF or CRLF")
			}
			return '\n'
		case c == end:
			return '\n'
		default:
			return c
		}
	}
}

// field reads a field of the line into s.name, unless keep is false. It returns the byte
// after the field and blanks: a separator, or '\n' for the end of the line. With blanks as
// separators it may be the first byte of the next field.
func (s *scanner) field(keep bool) (after int) {
	s.name = s.name[:0]
	if s.blanks() == '"' {
		s.pos++
		s.quoted(keep)
	} else {
		s.plain(keep)
	}
	before := s.peek()
	after = s.blanks()
	if s.separator == Blanks {
		if before == int(after) && after != '\n' && s.err == nil {
			s.fail("found %q right after %s: names are separated by blanks", byte(after), shown(s.name))
		}
		return after
	}
	if after != '\n' && after != int(s.separator) {
		s.fail("found %q after the name %s in quotation marks: a %s or the end of the line must follow", byte(after), shown(s.name), s.separator)
	}
	return after
}

// plain reads a name that has no quotation marks.
func (s *scanner) plain(keep bool) {
	for s.err == nil {
		c := s.peek()
		rest := s.window[s.pos:]
		n := 0
		for n < len(rest) && !s.special[rest[n]] {
			n++
		}
		s.take(n, keep)
		if n > 0 {
			continue
		}
		switch {
		case c == end, c == '\n', c == '\r', c == int(s.separator), c == '\t' && s.separator == Blanks:
			s.name = bytes.TrimRight(s.name, " ")
			return
		case c == '"':
			s.fail("a quotation mark in the name %s: a name with quotation marks stands in quotation marks, and those in it are written twice", shown(s.name))
		default:
			s.control(c)
		}
	}
}

// quoted reads a name in quotation marks, the first of which has been read.
func (s *scanner) quoted(keep bool) {
	for s.err == nil {
		c := s.peek()
		rest := s.window[s.pos:]
		n := 0
		for n < len(rest) && (rest[n] >= 0x20 && rest[n] != '"' && rest[n] != 0x7f) {
			n++
		}
		s.take(n, keep)
		switch {
		case n > 0:
		case c == '"':
			s.pos++
			if s.peek() != '"' {
				return
			}
			s.take(1, keep)
		case c == '\n' || c == '\r' || c == end:
			s.fail("the quotation mark before %s has no end: a name ends on its line", shown(s.name))
		default:
			s.control(c)
		}
	}
}

// take consumes n bytes of the window as a part of the name.
func (s *scanner) take(n int, keep bool) {
	if keep {
		if len(s.name)+n > MaxNameBytes {
			s.fail("the name %s is longer than %d bytes", shown(s.name), MaxNameBytes)
			return
		}
		s.name = append(s.name, s.window[s.pos:s.pos+n]...)
	}
	s.pos += n
}

// control is an error about a control character in a name.
func (s *scanner) control(c int) {
	if c == 0 {
		s.fail("a byte 0 after %s: the file is not text, or not in UTF-8 (UTF-16 can be converted with iconv -f UTF-16 -t UTF-8)", shown(s.name))
		return
	}
	s.fail("the control character %q after %s: a name has none", byte(c), shown(s.name))
}

// word reads the first word of a comment, but at most its first nine bytes.
func (s *scanner) word() string {
	var w []byte
	for c := s.peek(); c == ' ' || c == '\t'; c = s.peek() {
		s.pos++
	}
	for c := s.peek(); c > ' ' && len(w) < 9; c = s.peek() {
		w = append(w, byte(c))
		s.pos++
	}
	return string(w)
}

// skipLine consumes the rest of the line and its end.
func (s *scanner) skipLine() {
	for c := s.peek(); c != end && s.err == nil; c = s.peek() {
		if i := bytes.IndexByte(s.window[s.pos:], '\n'); i >= 0 {
			s.pos += i
			break
		}
		s.pos = len(s.window)
	}
	s.newline()
}

func (s *scanner) newline() {
	if s.peek() == '\n' {
		s.pos++
		s.line++
	}
}

// shownBytes is how much of a name an error shows.
const shownBytes = 40

// shown is a name for an error.
func shown(name []byte) string {
	if len(name) > shownBytes {
		return strconv.Quote(string(name[:shownBytes])) + "…"
	}
	return strconv.Quote(string(name))
}
