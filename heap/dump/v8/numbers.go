package v8

// maxNumber is the largest number of a snapshot. JavaScript has no exact integers beyond it.
const maxNumber = 1 << 53

// numberBytes is more than a number and what follows it can take.
const numberBytes = 24

// numbers reads numbers of an array into row, until it is full or the array ends. It returns
// how many it has read, and whether the array goes on. Most numbers are read in the loop here.
// What is rare is left to number: the end of the window, blanks, and faults.
func (t *text) numbers(row []uint64, what string) (n int, more bool) {
	w, i := t.window, t.pos
	for n = range row {
		if i+numberBytes > len(w) {
			t.pos = i
			t.move()
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
		if i == len(w) || w[i] != ',' || end == begin || end-begin > 15 {
			t.pos = begin
			v = t.number(what)
			more = t.goesOn(']', what)
			if w, i = t.window, t.pos; t.in.Err() != nil {
				return n, false
			}
			if row[n] = v; !more {
				return n + 1, false
			}
			continue
		}
		row[n] = v
		i++
	}
	t.pos = i
	return len(row), true
}

// number reads one number.
func (t *text) number(what string) uint64 {
	v, digits := uint64(0), 0
	for c := t.token(what); ; c = t.next(what) {
		switch {
		case t.in.Err() != nil:
			return 0
		case c < '0' || c > '9':
			if digits > 0 && c != '.' && c|0x20 != 'e' {
				t.pos--
				return v
			}
			t.unexpected(c, "a digit must stand: the "+what+" are whole numbers without a sign")
			return 0
		}
		if digits == 0 {
			t.pos++ // token has not read it
		}
		digits++
		if v = v*10 + uint64(c-'0'); v > maxNumber {
			t.fail("a number is larger than 2^53")
			return 0
		}
	}
}
