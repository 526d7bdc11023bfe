package text

import (
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// String reads a string whose opening quote is read. It returns the beginning, in the memory of buf: what has
// begun before sink.MaxNameBytes, so a rune may go beyond. A string may have bytes that are not UTF-8, and control characters, because some writers
// write paths and names as they are. Half of a surrogate pair becomes U+FFFD.
func (t *Reader) String(buf []byte, what string) []byte {
	buf = buf[:0]
	high := rune(0) // half of a pair, whose other half may follow
	for {
		plain := t.plain()
		if len(plain) > 0 {
			high = 0
		}
		buf = append(buf, plain[:min(len(plain), max(0, sink.MaxNameBytes-len(buf)))]...)
		switch b := t.Next(what); b {
		case '"':
			return buf
		case '\\':
			r := t.escape(what)
			switch pair := utf16.DecodeRune(high, r); {
			case pair != unicode.ReplacementChar:
				buf, high = utf8.AppendRune(buf[:len(buf)-utf8.RuneLen(unicode.ReplacementChar)], pair), 0
			case len(buf) >= sink.MaxNameBytes:
				high = 0
			default:
				buf, high = utf8.AppendRune(buf, r), r
			}
		case 0, '\n':
			t.noQuote(what)
			return nil
		default: // the first of a window
			if high = 0; len(buf) < sink.MaxNameBytes {
				buf = append(buf, b)
			}
		}
	}
}

func (t *Reader) noQuote(what string) {
	t.Fail("a line or a zero byte ends the %s: a quote is missing", what)
}

// special are the bytes that do not stand for themselves in a string.
var special = [256]bool{'"': true, '\\': true, 0: true, '\n': true}

// plain reads the bytes of the window that stand for themselves in a string.
func (t *Reader) plain() []byte {
	rest, n := t.window[t.pos:], 0
	for n < len(rest) && !special[rest[n]] {
		n++
	}
	t.pos += n
	return rest[:n]
}

// SkipString reads over a string whose opening quote is read.
func (t *Reader) SkipString(what string) {
	for {
		t.plain()
		switch t.Next(what) {
		case '"':
			return
		case '\\':
			t.escape(what)
		case 0, '\n':
			t.noQuote(what)
			return
		}
	}
}

// escape reads what follows a backslash, and returns what it means.
func (t *Reader) escape(what string) rune {
	switch b := t.Next(what); b {
	case '"', '\\', '/':
		return rune(b)
	case 'b', 'f', 'n', 'r', 't':
		return '?' // which one does not matter: names are shown on one line
	case 'u':
		return t.code(what)
	default:
		t.Fail("the %s has %q after a backslash", what, b)
		return 0
	}
}

// code reads four hexadecimal digits.
func (t *Reader) code(what string) (r rune) {
	for range 4 {
		d := Digit(t.Next(what))
		if d > 15 {
			t.Fail("the %s has \\u without four hexadecimal digits", what)
			return 0
		}
		r = r<<4 | rune(d)
	}
	return r
}

// Digit returns the value of a hexadecimal digit, and 255 for another byte. Any goroutine may call it.
func Digit(b byte) byte {
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
