package namelist

import (
	"bytes"
	"io"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/text"
)

// scanner splits the input into names. It never holds a whole line, so lines may have any
// length.
type scanner struct {
	*text.Reader
	separator Separator
	special   *[256]bool // bytes that a plain name does not contain
	name      []byte     // the name that field has read
}

// lookahead is how much of a line decides what separates names.
const lookahead = 64 << 10

func newScanner(r io.Reader) *scanner {
	s := &scanner{Reader: text.NewLines(r, format)}
	if begin := s.Ahead(2); bytes.HasPrefix(begin, []byte("\xff\xfe")) || bytes.HasPrefix(begin, []byte("\xfe\xff")) {
		s.Fail("the file is in UTF-16: convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8")
	}
	s.SkipMark()
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

// blanks reads over blanks, and over tabs if they are no separator.
func (s *scanner) blanks() int { return s.Blanks(s.separator == Blanks) }

// field reads a field of the line into s.name, unless keep is false. It returns the byte
// after the field and blanks: a separator, or '\n' for the end of the line. With blanks as
// separators it may be the first byte of the next field.
func (s *scanner) field(keep bool) (after int) {
	s.name = s.name[:0]
	if s.blanks() == '"' {
		s.Skip(1)
		s.quoted(keep)
	} else {
		s.plain(keep)
	}
	before := s.Peek()
	after = s.blanks()
	if s.separator == Blanks {
		if before == int(after) && after != '\n' && s.Err() == nil {
			s.Fail("found %q right after %s: names are separated by blanks", byte(after), shown(s.name))
		}
		return after
	}
	if after != '\n' && after != int(s.separator) {
		s.Fail("found %q after the name %s in quotation marks: a %s or the end of the line must follow", byte(after), shown(s.name), s.separator)
	}
	return after
}

// plain reads a name that has no quotation marks.
func (s *scanner) plain(keep bool) {
	for s.Err() == nil {
		c := s.Peek()
		rest := s.Window()
		n := 0
		for n < len(rest) && !s.special[rest[n]] {
			n++
		}
		s.take(n, keep)
		if n > 0 {
			continue
		}
		switch {
		case c == text.End, c == '\n', c == '\r', c == int(s.separator), c == '\t' && s.separator == Blanks:
			s.name = bytes.TrimRight(s.name, " ")
			return
		case c == '"':
			s.Fail("a quotation mark in the name %s: a name with quotation marks stands in quotation marks, and those in it are written twice", shown(s.name))
		default:
			s.control(c)
		}
	}
}

// quoted reads a name in quotation marks, the first of which has been read.
func (s *scanner) quoted(keep bool) {
	for s.Err() == nil {
		c := s.Peek()
		rest := s.Window()
		n := 0
		for n < len(rest) && (rest[n] >= 0x20 && rest[n] != '"' && rest[n] != 0x7f) {
			n++
		}
		s.take(n, keep)
		switch {
		case n > 0:
		case c == '"':
			s.Skip(1)
			if s.Peek() != '"' {
				return
			}
			s.take(1, keep)
		case c == '\n' || c == '\r' || c == text.End:
			s.Fail("the quotation mark before %s is not closed: a name must end on its line", shown(s.name))
		default:
			s.control(c)
		}
	}
}

// take consumes n bytes of the window as a part of the name.
func (s *scanner) take(n int, keep bool) {
	if keep {
		if len(s.name)+n > MaxNameBytes {
			s.Fail("the name %s is longer than %d bytes", shown(s.name), MaxNameBytes)
			return
		}
		s.name = append(s.name, s.Window()[:n]...)
	}
	s.Skip(n)
}

// control is an error about a control character in a name.
func (s *scanner) control(c int) {
	if c == 0 {
		s.Fail("a byte 0 after %s: the file is not text, or not in UTF-8 (UTF-16 can be converted with iconv -f UTF-16 -t UTF-8)", shown(s.name))
		return
	}
	s.Fail("the control character %q after %s: names have no control characters", byte(c), shown(s.name))
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
