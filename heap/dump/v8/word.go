package v8

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// word reads a string behind its first quotation mark. It returns as much of it as a name may have. A
// question mark stands for a control character that is escaped, and for half a surrogate pair. The sink
// makes the rest printable.
func (t *text) word(what string) string {
	raw := t.letters[:0]
	high := rune(0) // half a pair, whose other half may follow
	for t.in.Err() == nil {
		c, r := t.next(what), rune(0)
		if c == '"' {
			break
		}
		if c == '\\' {
			r = t.escape(what)
		}
		switch pair := utf16.DecodeRune(high, r); {
		case len(raw) >= sink.MaxNameBytes:
		case c != '\\':
			raw = append(raw, c)
		case pair != unicode.ReplacementChar:
			raw = utf8.AppendRune(raw[:len(raw)-1], pair)
		case utf16.IsSurrogate(r):
			raw = append(raw, '?')
		default:
			raw = utf8.AppendRune(raw, r)
		}
		high = r
	}
	t.letters = raw
	return string(raw)
}

// escape reads what follows a backslash in a string.
func (t *text) escape(what string) rune {
	c := t.next(what)
	switch {
	case c == '"' || c == '\\' || c == '/':
		return rune(c)
	case strings.IndexByte("bfnrt", c) >= 0:
		return '?' // a control character
	case c != 'u':
		t.fail("found %q after a backslash in the %s: one of \"\\/bfnrtu must stand", string(rune(c)), what)
		return 0
	}
	r := rune(0)
	for range 4 {
		digit := strings.IndexByte("0123456789abcdef", t.next(what)|0x20)
		if digit < 0 {
			t.fail("\\u is not followed by four hexadecimal digits in the %s", what)
			return 0
		}
		r = r<<4 | rune(digit)
	}
	return r
}
