package ruby

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

const (
	// windowBytes is how much of the file is looked at without a call.
	windowBytes = 32 << 10
	// maxDepth is how deep values may be nested. Ruby nests them twice.
	maxDepth = 32
)

// scanner reads JSON values in order. It is stricter than Ruby's writers in everything but
// one: a string may have bytes that are not UTF-8, and control characters, because older
// writers write paths and names as they are. The first error stays in the input. After an error
// in the file the window is empty, and next returns 0, which no value begins with and no string
// may have.
type scanner struct {
	in  *input.Input
	win []byte // what Peek returned, of which pos bytes are read
	pos int
	row int // counted from 1
}

func newScanner(r io.Reader) *scanner {
	c := &scanner{row: 1}
	c.in = input.New(r, func(offset int64, problem string, err error) error {
		return &sink.FormatError{Format: format, Record: fmt.Sprintf("line %d", c.row), Offset: offset, Problem: problem, Err: err}
	})
	return c
}

// fail notes a problem at the byte that was read last.
func (c *scanner) fail(problem string, args ...any) {
	c.in.FailAt(c.in.Offset()+int64(c.pos), problem, args...)
	c.win, c.pos = nil, 0
}

// next reads a byte.
func (c *scanner) next(what string) byte {
	if c.pos < len(c.win) {
		c.pos++
		return c.win[c.pos-1]
	}
	return c.nextWindow(what)
}

// nextWindow is next at the end of the window. It is a function of its own so that the
// compiler inlines next.
func (c *scanner) nextWindow(what string) byte {
	if !c.more(what) {
		c.in.Chunk(1, what) // fails: the file is cut
		return 0
	}
	c.pos++
	return c.win[c.pos-1]
}

// more says whether a byte follows, and has it in the window.
func (c *scanner) more(what string) bool {
	if c.pos < len(c.win) {
		return true
	}
	c.in.Drop(c.pos)
	c.pos, c.win = 0, c.in.Peek(windowBytes)
	return len(c.win) > 0 || c.in.More(what)
}

// space reads over white space, and counts lines. It says whether something follows.
func (c *scanner) space(what string) bool {
	for c.more(what) {
		switch c.win[c.pos] {
		case '\n':
			c.row++
		case ' ', '\t', '\r':
		default:
			return true
		}
		c.pos++
	}
	return false
}

// token reads the first byte after white space.
func (c *scanner) token(what string) byte {
	if c.pos == len(c.win) || c.win[c.pos] <= ' ' {
		c.space(what)
	}
	return c.next(what)
}

// expect reads the byte want after white space.
func (c *scanner) expect(want byte, what string) bool {
	got := c.token(what)
	if got != want {
		c.fail("%q stands where %q of the %s should be", got, want, what)
	}
	return got == want
}

// list reads what stands between commas until close. Its opening bracket is read. For each
// element it calls read.
func (c *scanner) list(close byte, what string, read func()) {
	if c.space(what) && c.win[c.pos] == close {
		c.pos++
		return
	}
	for c.in.Err() == nil {
		read()
		switch got := c.token(what); got {
		case close:
			return
		case ',':
		default:
			c.fail("%q stands where ',' or %q of the %s should be", got, close, what)
		}
	}
}

// text reads a string whose opening quote is read. It returns its beginning, at most
// sink.MaxNameBytes, in the memory of buf.
func (c *scanner) text(buf []byte, what string) []byte {
	buf = buf[:0]
	for {
		plain := c.plain()
		buf = append(buf, plain[:min(len(plain), sink.MaxNameBytes-len(buf))]...)
		switch b := c.next(what); b {
		case '"':
			return buf
		case '\\':
			if r := c.escape(what); len(buf)+utf8.UTFMax <= sink.MaxNameBytes {
				buf = utf8.AppendRune(buf, r) // half of a pair becomes U+FFFD
			}
		case 0, '\n':
			c.fail("a line or a zero byte ends the %s: a quote is missing", what)
			return nil
		default: // the first of a window
			if len(buf) < sink.MaxNameBytes {
				buf = append(buf, b)
			}
		}
	}
}

// plain reads the bytes of the window that stand for themselves in a string.
func (c *scanner) plain() []byte {
	i := c.pos
	for i < len(c.win) && c.win[i] != '"' && c.win[i] != '\\' && c.win[i] != 0 && c.win[i] != '\n' {
		i++
	}
	plain := c.win[c.pos:i]
	c.pos = i
	return plain
}

// skipText reads over a string whose opening quote is read.
func (c *scanner) skipText(what string) {
	for {
		c.plain()
		switch c.next(what) {
		case '"':
			return
		case '\\':
			c.escape(what)
		case 0, '\n':
			c.fail("a line or a zero byte ends the %s: a quote is missing", what)
			return
		}
	}
}

// escape reads what follows a backslash, and returns what it means.
func (c *scanner) escape(what string) rune {
	switch b := c.next(what); b {
	case '"', '\\', '/':
		return rune(b)
	case 'b', 'f', 'n', 'r', 't':
		return ' ' // which one does not matter: names are shown on one line
	case 'u':
		return c.code(what)
	default:
		c.fail("the %s has %q after a backslash", what, b)
		return 0
	}
}

// code reads four hexadecimal digits.
func (c *scanner) code(what string) (r rune) {
	for range 4 {
		d := digit(c.next(what))
		if d > 15 {
			c.fail("the %s has \\u without four hexadecimal digits", what)
			return 0
		}
		r = r<<4 | rune(d)
	}
	return r
}

// digit returns the value of a hexadecimal digit, and 255 for another byte.
func digit(b byte) byte {
	switch {
	case b >= '0' && b <= '9':
		return b - '0'
	case b >= 'a' && b <= 'f':
		return b - 'a' + 10
	case b >= 'A' && b <= 'F':
		return b - 'A' + 10
	}
	return 255
}
