package text

import "math"

// maxExact is the largest number of a row. JavaScript has no exact integers beyond it.
const maxExact = 1 << 53

// numberBytes is more than a number and what follows it can take, if it is one that Numbers reads itself.
const numberBytes = 24

// Numbers reads whole numbers of a list into row, until it is full or the list ends. It returns how many it
// has read, and whether the list goes on. Most numbers are read in the loop here. Rare cases are
// left to Count: the end of the window, blanks, long numbers, and faults.
func (t *Reader) Numbers(row []uint64, what string) (n int, more bool) {
	w, i := t.window, t.pos
	for n = range row {
		if i+numberBytes > len(w) {
			t.pos = i
			t.Ahead(numberBytes)
			w, i = t.window, t.pos
		}
		begin, v := i, uint64(0)
		for i < len(w) && w[i]-'0' <= 9 {
			v = v*10 + uint64(w[i]-'0')
			i++
		}
		end := i
		if i+1 < len(w) && w[i] == '\n' {
			i++ // the first versions of V8 begin a line for each node
		}
		if i < len(w) && w[i] == ',' && (end-begin == 1 || end-begin < 16 && end > begin && w[begin] != '0') {
			row[n] = v
			i++
			continue
		}
		t.pos = begin
		if row[n] = t.Count("number"); row[n] > maxExact {
			t.Fail("a number is larger than 2^53")
		}
		more = t.goesOn(']', what)
		if w, i = t.window, t.pos; t.Err() != nil {
			return n, false
		}
		if !more {
			return n + 1, false
		}
	}
	t.pos = i
	return len(row), true
}

// Count reads a whole number that is not negative.
func (t *Reader) Count(what string) uint64 {
	b := t.Token(what)
	first, v := b, uint64(0)
	for n := 0; ; n++ {
		if b < '0' || b > '9' || n > 0 && first == '0' {
			t.Fail("the %s is not a whole number from 0 up: %q stands in it", what, b)
			return 0
		}
		d := uint64(b - '0')
		if v > (math.MaxUint64-d)/10 {
			t.Fail("the %s has more than 64 bits", what)
			return 0
		}
		v = 10*v + d
		if !t.More(what) || endsNumber(t.window[t.pos]) {
			return v
		}
		b = t.Next(what)
	}
}

// endsNumber says whether b may follow a number.
func endsNumber(b byte) bool {
	return b == ',' || b == '}' || b == ']' || b == ' ' || b == '\t' || b == '\r' || b == '\n'
}

// skipNumber reads over a number that begins with b.
func (t *Reader) skipNumber(b byte) {
	if b == '-' {
		b = t.Next("number")
	}
	if b < '0' || b > '9' {
		t.Fail("%q begins no value", b)
		return
	}
	if b != '0' {
		t.digits()
	}
	if t.Peek() == '.' {
		t.pos++
		t.someDigits()
	}
	if c := t.Peek(); c == 'e' || c == 'E' {
		t.pos++
		if c := t.Peek(); c == '+' || c == '-' {
			t.pos++
		}
		t.someDigits()
	}
}

// digits reads over decimal digits.
func (t *Reader) digits() {
	for c := t.Peek(); c >= '0' && c <= '9'; c = t.Peek() {
		t.pos++
	}
}

// someDigits reads over decimal digits, one at least.
func (t *Reader) someDigits() {
	if b := t.Next("number"); b < '0' || b > '9' {
		t.Fail("found %q instead of a digit", b)
	}
	t.digits()
}
