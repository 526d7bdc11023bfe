package ruby

// address reads a string such as "0x7fc13df4bfb8".
func (c *scanner) address(what string) uint64 {
	if !c.expect('"', what) {
		return 0
	}
	if c.next(what) != '0' || c.next(what) != 'x' {
		c.fail("the %s does not begin with 0x", what)
		return 0
	}
	v := uint64(0)
	for digits := 0; ; digits++ {
		b := c.next(what)
		d := digit(b)
		switch {
		case b == '"' && digits > 0:
			return v
		case d > 15:
			c.fail("the %s has %q where a hexadecimal digit should be", what, b)
			return 0
		case digits == 16:
			c.fail("the %s has more than 16 hexadecimal digits", what)
			return 0
		}
		v = v<<4 | uint64(d)
	}
}

// count reads a whole number that is not negative.
func (c *scanner) count(what string) uint64 {
	b := c.token(what)
	first, v := b, uint64(0)
	for n := 0; ; n++ {
		if b < '0' || b > '9' || n > 0 && first == '0' {
			c.fail("the %s is not a whole number from 0 up", what)
			return 0
		}
		if d := uint64(b - '0'); v > (1<<64-1-d)/10 {
			c.fail("the %s has more than 64 bits", what)
			return 0
		} else {
			v = 10*v + d
		}
		if !c.more(what) || endsNumber(c.win[c.pos]) {
			return v
		}
		b = c.next(what)
	}
}

// endsNumber says whether b may follow a number.
func endsNumber(b byte) bool {
	return b == ',' || b == '}' || b == ']' || b == ' ' || b == '\t' || b == '\r' || b == '\n'
}

// skip reads over a value.
func (c *scanner) skip(depth int) {
	const what = "value"
	if depth > maxDepth {
		c.fail("values are nested more than %d deep", maxDepth)
		return
	}
	switch b := c.token(what); {
	case b == '"':
		c.skipText(what)
	case b == '{':
		c.list('}', what, func() {
			if c.expect('"', "key") {
				c.skipText("key")
				c.expect(':', "key")
				c.skip(depth + 1)
			}
		})
	case b == '[':
		c.list(']', what, func() { c.skip(depth + 1) })
	case b == 't':
		c.word("rue")
	case b == 'f':
		c.word("alse")
	case b == 'n':
		c.word("ull")
	default:
		c.skipNumber(b)
	}
}

// word reads the rest of true, false or null.
func (c *scanner) word(rest string) {
	for i := range len(rest) {
		if got := c.next("value"); got != rest[i] {
			c.fail("%q stands where %q of true, false or null should be", got, rest[i])
			return
		}
	}
}

// skipNumber reads over a number that begins with b.
func (c *scanner) skipNumber(b byte) {
	if b == '-' {
		b = c.next("number")
	}
	if b < '0' || b > '9' {
		c.fail("%q begins no value", b)
		return
	}
	if b != '0' {
		c.digits()
	}
	if c.more("number") && c.win[c.pos] == '.' {
		c.pos++
		c.someDigits()
	}
	if c.more("number") && c.win[c.pos]|0x20 == 'e' {
		c.pos++
		if c.more("number") && (c.win[c.pos] == '+' || c.win[c.pos] == '-') {
			c.pos++
		}
		c.someDigits()
	}
}

// digits reads over decimal digits.
func (c *scanner) digits() {
	for c.more("number") && c.win[c.pos] >= '0' && c.win[c.pos] <= '9' {
		c.pos++
	}
}

// someDigits reads over decimal digits, one at least.
func (c *scanner) someDigits() {
	if b := c.next("number"); b < '0' || b > '9' {
		c.fail("%q stands where a digit should be", b)
	}
	c.digits()
}
