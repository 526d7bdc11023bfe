// Package text is what the readers of texts share: bytes in order through a window, values of JSON, and
// lines of words and numbers. Errors say where the fault is.
package text

import (
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// Reader reads a text in order. It looks at a window of the file, which moves along. The first error stays.
// After an error in the text the window is empty: Next returns 0, which no value begins with, and Peek
// returns End. It belongs to one goroutine.
type Reader struct {
	Line uint64 // the line of the next byte, from 1; Space and Newline count

	in     *input.Input
	format string
	window []byte // of which pos bytes are read
	pos    int

	key  []byte // the last one of an object
	most int    // how many bytes Keep may keep, 0 if it is not at work
	kept []byte // what it has kept: the bytes before window[from]
	from int
}

// End is what Peek returns when there are no more bytes.
const End = -1

// New returns a Reader of a format. Its errors say the record that is read, and the offset.
func New(r io.Reader, format string, record func() string) *Reader {
	t := &Reader{Line: 1, format: format}
	t.in = input.New(r, func(offset int64, problem string, err error) error {
		return &sink.FormatError{Format: format, Record: record(), Offset: offset, Problem: problem, Err: err}
	})
	return t
}

// NewLines returns a Reader of a format in which people write lines. Its errors say the line.
func NewLines(r io.Reader, format string) *Reader {
	t := &Reader{Line: 1, format: format}
	t.in = input.New(r, func(_ int64, problem string, err error) error {
		return &sink.FormatError{Format: format, Record: t.Row(), Offset: -1, Problem: problem, Err: err}
	})
	return t
}

// Row names the line at hand: "line 3".
func (t *Reader) Row() string { return fmt.Sprintf("line %d", t.Line) }

// Err returns the first error, or nil.
func (t *Reader) Err() error { return t.in.Err() }

// Offset returns how many bytes were read.
func (t *Reader) Offset() int64 { return t.in.Offset() + int64(t.pos) }

// Fail notes a problem where the text was read last.
func (t *Reader) Fail(problem string, args ...any) { t.FailWith(nil, problem, args...) }

// FailWith is Fail with an error that the problem wraps.
func (t *Reader) FailWith(err error, problem string, args ...any) {
	t.in.Drop(t.pos)
	t.window, t.pos, t.from = nil, 0, 0
	t.in.FailWith(err, problem, args...)
}

// Stop makes err the error that stays, if it is one and there is none yet.
func (t *Reader) Stop(err error) {
	t.in.Stop(err)
}

// Exceeds notes an error of a limit, and the line at hand.
func (t *Reader) Exceeds(err error) {
	t.Stop(fmt.Errorf("%s: line %d: %w", t.format, t.Line, err))
	t.Fail("") // reads no more
}

// Next reads a byte. The parameter what names the part that goes on with it. After an error Next returns 0.
func (t *Reader) Next(what string) byte {
	if t.pos < len(t.window) {
		t.pos++
		return t.window[t.pos-1]
	}
	return t.nextWindow(what)
}

// nextWindow is Next at the end of the window. It stands apart so that the compiler inlines Next.
func (t *Reader) nextWindow(what string) byte {
	if !t.More(what) {
		t.in.Chunk(1, what) // fails: the file is cut
		return 0
	}
	t.pos++
	return t.window[t.pos-1]
}

// Peek returns the next byte without reading it. At the end, and after an error, it returns End.
func (t *Reader) Peek() int {
	if t.pos < len(t.window) {
		return int(t.window[t.pos])
	}
	return t.peekWindow()
}

func (t *Reader) peekWindow() int {
	if !t.More("text") {
		return End
	}
	return int(t.window[t.pos])
}

// More says whether a byte follows, and has it in the window.
func (t *Reader) More(what string) bool {
	if t.pos < len(t.window) {
		return true
	}
	t.move(input.ChunkBytes)
	return len(t.window) > 0 || t.in.More(what)
}

// move moves the window on. It has so many bytes then, if there are as many.
func (t *Reader) move(bytes int) {
	if t.most > 0 && !t.keep() {
		return
	}
	t.in.Drop(t.pos)
	t.window, t.pos, t.from = t.in.Peek(bytes), 0, 0
}

// Window returns bytes that follow. It returns one at least, unless there is none. They are valid until the
// next call. Skip reads over them.
func (t *Reader) Window() []byte {
	if t.pos == len(t.window) {
		t.More("text")
	}
	return t.window[t.pos:]
}

// Ahead is Window with so many bytes, if there are as many.
func (t *Reader) Ahead(bytes int) []byte {
	if len(t.window)-t.pos < bytes {
		t.move(max(bytes, input.ChunkBytes))
	}
	return t.window[t.pos:]
}

// Skip reads over n bytes of the window.
func (t *Reader) Skip(n int) { t.pos += n }

// SkipMark reads over a byte order mark, which only the beginning of a text has.
func (t *Reader) SkipMark() {
	if string(t.Ahead(3)[:min(3, len(t.window))]) == "\xef\xbb\xbf" {
		t.pos = 3
	}
}
