package v8

import (
	"bytes"
	"io"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// text reads JSON in order. It looks at a window of the input, which moves along. After an
// error, which stays, the window is empty.
type text struct {
	in     *input.Input
	window []byte
	pos    int    // the next byte in window
	part   string // what is read now, for errors
	index  int    // which one of the array it is, or -1

	depth   []byte // the closing brackets for which skip waits
	letters []byte // what word has read

	searched int // how many bytes skipString has searched; a test holds it to twice the file's length
}

func newText(r io.Reader) *text {
	t := &text{}
	t.begin("beginning")
	t.in = input.New(r, func(offset int64, problem string, err error) error {
		record := t.part
		if t.index >= 0 {
			record += " " + strconv.Itoa(t.index)
		}
		return &sink.FormatError{Format: format, Record: record, Offset: offset, Problem: problem, Err: err}
	})
	return t
}

// begin says what is read from here on.
func (t *text) begin(part string) { t.part, t.index = part, -1 }

// offset returns how many bytes were read.
func (t *text) offset() int64 { return t.in.Offset() + int64(t.pos) }

// fail notes a problem where the text was read last.
func (t *text) fail(problem string, args ...any) {
	t.in.FailAt(t.offset(), problem, args...)
	t.window, t.pos = nil, 0
}

// move moves the window on. It says whether there is a byte at pos.
func (t *text) move() bool {
	t.in.Drop(t.pos)
	t.window, t.pos = t.in.Peek(input.ChunkBytes), 0
	return len(t.window) > 0
}

// next reads a byte. What says what goes on with it. After an error next returns 0.
func (t *text) next(what string) byte {
	if t.pos == len(t.window) && !t.move() {
		return t.in.Byte(what) // which notes the end of the file, or the reader's error
	}
	t.pos++
	return t.window[t.pos-1]
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// token returns the first byte that is not blank, without reading it.
func (t *text) token(what string) byte {
	c := t.next(what)
	for isBlank(c) {
		c = t.next(what)
	}
	if t.in.Err() != nil {
		return 0
	}
	t.pos--
	return c
}

// expect reads a byte that must come.
func (t *text) expect(c byte, what string) {
	if got := t.token(what); got == c {
		t.pos++
	} else {
		t.unexpected(got, `'`+string(rune(c))+`' must stand`)
	}
}

// unexpected notes that c stands in the place of something else.
func (t *text) unexpected(c byte, want string) {
	t.fail("found %q where %s", string(rune(c)), want)
}

// goesOn reads what stands behind an element: a comma, or the bracket that ends the list.
func (t *text) goesOn(end byte, what string) bool {
	switch c := t.token(what); {
	case t.in.Err() != nil:
		return false
	case c == ',' || c == end:
		t.pos++
		return c == ','
	default:
		t.unexpected(c, "a comma or '"+string(rune(end))+"' must stand")
		return false
	}
}

// skipMark reads over a byte order mark.
func (t *text) skipMark() {
	if t.move() && bytes.HasPrefix(t.window, []byte("\xef\xbb\xbf")) {
		t.pos = 3
	}
}

// after returns the first byte behind the end of the text that is not blank. ok is false if
// there is none.
func (t *text) after() (c byte, ok bool) {
	t.begin("end")
	for {
		if t.pos == len(t.window) && !t.move() {
			t.in.More("end of the file")
			return 0, false
		}
		if c := t.window[t.pos]; !isBlank(c) {
			return c, t.in.Err() == nil
		}
		t.pos++
	}
}
