package mtx

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// lines reads a text line by line, through a buffer of fixed size. The first error stays.
// Then no line comes any more.
type lines struct {
	r     *bufio.Reader
	line  uint64 // number of the line that was read last, from 1
	bytes uint64
	err   error
}

// lineBytes is the longest line. The format allows 1,024 characters.
const lineBytes = 64 << 10

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, lineBytes)} }

// next returns the next line with its end. It is valid until the next call. ok is false after
// the last line, and after an error.
func (l *lines) next() (line []byte, ok bool) {
	if l.err != nil {
		return nil, false
	}
	line, err := l.r.ReadSlice('\n')
	l.bytes += uint64(len(line))
	l.line++
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		l.fail("it has more than %d bytes", lineBytes)
	case err != nil && err != io.EOF:
		l.stop(l.fault(err, "it cannot be read: %v", err))
	}
	return line, len(line) > 0 && l.err == nil
}

// data returns the next line that is neither empty nor a comment.
func (l *lines) data() (line []byte, ok bool) {
	for {
		line, ok = l.next()
		if words := bytes.TrimLeft(line, " \t\r\n"); !ok || len(words) > 0 && words[0] != '%' {
			return line, ok
		}
	}
}

// number reads a number at the beginning of a line, and returns what follows.
func (l *lines) number(line []byte, want string) (n uint64, rest []byte) {
	if l.err != nil {
		return 0, nil
	}
	line = bytes.TrimLeft(line, " \t")
	digits := 0
	for ; digits < len(line) && '0' <= line[digits] && line[digits] <= '9'; digits++ {
		d := uint64(line[digits] - '0')
		if n > (math.MaxUint64-d)/10 {
			l.fail("%s has more than 64 bits", want)
			return 0, nil
		}
		n = 10*n + d
	}
	if digits == 0 || digits < len(line) && !bytes.ContainsRune([]byte(" \t\r\n"), rune(line[digits])) {
		l.fail("found %s where %s must stand: a decimal number, without a sign", quote(line), want)
	}
	return n, line[digits:]
}

// fail notes what is wrong with the line that was read last.
func (l *lines) fail(problem string, args ...any) { l.stop(l.fault(nil, problem, args...)) }

// cut notes that the file ends too early.
func (l *lines) cut(problem string, args ...any) {
	l.stop(l.fault(io.ErrUnexpectedEOF, problem, args...))
}

func (l *lines) fault(err error, problem string, args ...any) error {
	return &sink.FormatError{Format: format, Record: fmt.Sprintf("line %d", l.line), Offset: -1, Problem: fmt.Sprintf(problem, args...), Err: err}
}

func (l *lines) stop(err error) {
	if l.err == nil {
		l.err = err
	}
}
