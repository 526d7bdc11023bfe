package v8

import (
	"bytes"
	"strings"
)

// maxDepth is how deep brackets may be nested in what is skipped. Trees of allocations nest
// two brackets for each function on the stack.
const maxDepth = 4096

// maxKeptBytes is the most that skip keeps. What is kept takes about 2 KB in real files.
const maxKeptBytes = 1 << 20

// skip reads over a value. If keep is there, it gets the value's text, up to maxKeptBytes. skip
// looks at strings and brackets only, so it accepts some texts that are no JSON.
func (t *text) skip(what string, keep *bytes.Buffer) {
	t.token(what)
	t.depth = t.depth[:0]
	for t.in.Err() == nil {
		c := t.next(what)
		keepByte(keep, c)
		switch {
		case keep != nil && keep.Len() > maxKeptBytes:
			t.fail("the %s is longer than %d bytes", what, maxKeptBytes)
		case c == '"' && keep == nil:
			t.skipString(what)
		case c == '"':
			t.copyString(what, keep)
		case c == '{':
			t.open('}', what)
		case c == '[':
			t.open(']', what)
		case c == '}' || c == ']':
			t.close(c)
		case len(t.depth) == 0:
			t.pos--
			t.skipWord(what)
		}
		if len(t.depth) == 0 {
			return
		}
	}
}

func keepByte(keep *bytes.Buffer, c byte) {
	if keep != nil {
		keep.WriteByte(c)
	}
}

// open notes that a bracket must be closed.
func (t *text) open(closing byte, what string) {
	if len(t.depth) == maxDepth {
		t.fail("brackets are nested %d deep in the %s, and more are not accepted", maxDepth, what)
		return
	}
	t.depth = append(t.depth, closing)
}

// close closes the bracket that was opened last.
func (t *text) close(c byte) {
	last := len(t.depth) - 1
	if last < 0 || t.depth[last] != c {
		t.fail("%q closes no bracket that is open", string(rune(c)))
		return
	}
	t.depth = t.depth[:last]
}

// skipWord reads over a number, true, false or null.
func (t *text) skipWord(what string) {
	const letters = "+-.0123456789abcdefghijklmnopqrstuvwxyzE"
	for n := 0; ; n++ {
		c := t.next(what)
		if t.in.Err() != nil {
			return
		}
		if strings.IndexByte(letters, c) < 0 {
			t.pos--
			if n == 0 {
				t.unexpected(c, "a value must stand")
			}
			return
		}
	}
}

// skipString reads over a string behind its first quotation mark. It searches each byte at most
// twice, for a quotation mark and for a backslash, so strings of backslashes are not slow.
func (t *text) skipString(what string) {
	for t.in.Err() == nil {
		if t.pos == len(t.window) && !t.move() {
			t.next(what)
			return
		}
		rest := t.window[t.pos:]
		quote := bytes.IndexByte(rest, '"')
		if quote < 0 {
			quote = len(rest)
		}
		t.searched += quote
		end := t.escapes(rest[:quote])
		t.pos += min(end, len(rest))
		switch {
		case end > len(rest):
			t.next(what) // the last byte of the window is a backslash
		case end == quote && quote < len(rest):
			t.pos++
			return
		}
	}
}

// escapes reads over the backslashes of a part of a string that has no quotation mark, each with
// the byte behind it. It returns where the string goes on: behind the part by one byte if the last of
// them ends it.
func (t *text) escapes(part []byte) (end int) {
	for end < len(part) {
		slash := bytes.IndexByte(part[end:], '\\')
		if slash < 0 {
			t.searched += len(part) - end
			return len(part)
		}
		t.searched += slash + 1
		end += slash + 2
	}
	return end
}

// copyString is skipString, and keeps the text with its marks. It stops if the text is too long.
func (t *text) copyString(what string, keep *bytes.Buffer) {
	for c := byte(0); c != '"' && t.in.Err() == nil && keep.Len() <= maxKeptBytes; {
		c = t.next(what)
		keep.WriteByte(c)
		if c == '\\' {
			keep.WriteByte(t.next(what))
		}
	}
}
