package text

import "bytes"

// maxDepth is how deep values may be nested. Snapshots of V8 with a tree of allocations nest two brackets
// for each function on the stack.
const maxDepth = 4096

// Space reads over white space, and counts lines. It says whether something follows.
func (t *Reader) Space(what string) bool {
	for t.More(what) {
		switch t.window[t.pos] {
		case '\n':
			t.Line++
		case ' ', '\t', '\r':
		default:
			return true
		}
		t.pos++
	}
	return false
}

// Token reads the first byte after white space.
func (t *Reader) Token(what string) byte {
	if t.pos == len(t.window) || t.window[t.pos] <= ' ' {
		t.Space(what)
	}
	return t.Next(what)
}

// Expect reads the byte want after white space.
func (t *Reader) Expect(want byte, what string) bool {
	got := t.Token(what)
	if got != want {
		t.Fail("found %q instead of %q of the %s", got, want, what)
	}
	return got == want
}

// List reads what stands between commas until end. The opening bracket is read. For each element List
// calls read.
func (t *Reader) List(end byte, what string, read func()) {
	for more := !t.Empty(end, what); more && t.Err() == nil; more = t.goesOn(end, what) {
		read()
	}
}

// Empty reads end, if it follows the opening bracket of a list at once.
func (t *Reader) Empty(end byte, what string) bool {
	empty := t.Space(what) && t.window[t.pos] == end
	if empty {
		t.pos++
	}
	return empty
}

// goesOn reads what follows an element: a comma, or the end of the list.
func (t *Reader) goesOn(end byte, what string) bool {
	got := t.Token(what)
	if got != ',' && got != end {
		t.Fail("found %q instead of ',' or %q of the %s", got, end, what)
	}
	return got == ','
}

// Members is List for the members of an object. It calls read with each key, which is valid until the next
// one is read, and read must read the value.
func (t *Reader) Members(what string, read func(key []byte)) {
	t.List('}', what, func() {
		if !t.Expect('"', "key") {
			return
		}
		if t.key = t.String(t.key, "key"); t.Expect(':', "key") {
			read(t.key)
		}
	})
}

// Value reads over a value.
func (t *Reader) Value() { t.value(0) }

func (t *Reader) value(depth int) {
	const what = "value"
	if depth > maxDepth {
		t.Fail("values are nested more than %d deep", maxDepth)
		return
	}
	switch b := t.Token(what); b {
	case '"':
		t.SkipString(what)
	case '{':
		t.List('}', what, func() {
			if t.Expect('"', "key") {
				t.SkipString("key")
				t.Expect(':', "key")
				t.value(depth + 1)
			}
		})
	case '[':
		t.List(']', what, func() { t.value(depth + 1) })
	case 't':
		t.word("rue")
	case 'f':
		t.word("alse")
	case 'n':
		t.word("ull")
	default:
		t.skipNumber(b)
	}
}

// word reads the rest of true, false or null.
func (t *Reader) word(rest string) {
	for i := range len(rest) {
		if got := t.Next("value"); got != rest[i] {
			t.Fail("found %q instead of %q of true, false or null", got, rest[i])
			return
		}
	}
}

// Keep reads over a value, and returns its text, which may have so many bytes.
func (t *Reader) Keep(most int) []byte {
	t.most, t.kept, t.from = most, nil, t.pos
	t.Value()
	t.keep()
	t.most = 0
	return t.kept
}

// keep keeps what was read since it was called last. It says whether there is room.
func (t *Reader) keep() bool {
	t.kept = append(t.kept, t.window[t.from:t.pos]...)
	if t.from = t.pos; len(t.kept) > t.most {
		t.Fail("the value is longer than %d bytes", t.most)
	}
	return t.Err() == nil
}

// After returns what follows the tokens, with white space before each. Any goroutine may call it.
func After(text []byte, tokens ...string) (rest []byte, ok bool) {
	for _, t := range tokens {
		if text, ok = bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte(t)); !ok {
			return nil, false
		}
	}
	return text, true
}
