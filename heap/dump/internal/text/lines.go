package text

import (
	"bytes"
	"math"
)

// Blanks reads over blanks, and over tabs if they are blanks here. It returns the byte behind them. At the
// end of a line it returns '\n', also if the text ends without one or the line ends with CRLF.
func (t *Reader) Blanks(tabs bool) int {
	for {
		switch c := t.Peek(); {
		case c == ' ', c == '\t' && tabs:
			t.pos++
		case c == '\r':
			t.pos++
			if c := t.Peek(); c != '\n' && c != End {
				t.Fail("a carriage return in the middle of the line: lines end with LF or CRLF")
			}
			return '\n'
		case c == End:
			return '\n'
		default:
			return c
		}
	}
}

// Number reads a decimal number of at most 64 bits, after blanks. If there is none, ok is false and the error
// is noted. The text want says in the error what is missing.
func (t *Reader) Number(want string) (n uint64, ok bool) {
	if t.Blanks(true) == '\n' {
		t.Fail("the line ends before %s", want)
		return 0, false
	}
	digits := 0
	for ; ; digits++ {
		c := t.Peek() - '0'
		if c < 0 || c > 9 {
			break
		}
		if n > (math.MaxUint64-uint64(c))/10 {
			t.Fail("%s has more than 64 bits", want)
			return 0, false
		}
		n = n*10 + uint64(c)
		t.pos++
	}
	if c := t.Peek(); digits == 0 || c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != End {
		t.Fail("found %q instead of %s: it must be a decimal number, without a sign", string([]byte{byte(c)}), want)
		return 0, false
	}
	return n, true
}

// Word reads the first word of a comment, but at most its first nine bytes.
func (t *Reader) Word() string {
	for c := t.Peek(); c == ' ' || c == '\t'; c = t.Peek() {
		t.pos++
	}
	var w []byte
	for c := t.Peek(); c > ' ' && len(w) < 9; c = t.Peek() {
		w = append(w, byte(c))
		t.pos++
	}
	return string(w)
}

// EndLine reads the end of the line. Anything before the end is an error.
func (t *Reader) EndLine(after string) {
	if c := t.Blanks(true); c != '\n' {
		t.Fail("found %q after %s: nothing may follow on the line", string([]byte{byte(c)}), after)
	}
	t.Newline()
}

// SkipLine reads over the rest of the line and its end.
func (t *Reader) SkipLine() {
	for t.Peek() != End {
		if i := bytes.IndexByte(t.window[t.pos:], '\n'); i >= 0 {
			t.pos += i
			break
		}
		t.pos = len(t.window)
	}
	t.Newline()
}

// Newline reads a line feed, if one follows.
func (t *Reader) Newline() {
	if t.Peek() == '\n' {
		t.pos++
		t.Line++
	}
}
