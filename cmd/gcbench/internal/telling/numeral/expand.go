package numeral

import (
	"fmt"
	"math"
	"strings"
)

// Expand reads an entry of a list: a number, or a range. 1-4 is 1, 2, 3 and 4, and
// 1-64*2 is 1, 2, 4 and so on to 64: each number is twice the one before. Numbers that
// a range would reach beyond its end are left out: 1-5*2 is 1, 2 and 4. A range of
// powers of two has the powers of two alone, with *2 or without. Every number is in the domain.
//
// A range of more than most numbers is refused before it is expanded. The error
// repeats the text and says what is allowed.
func (d Domain) Expand(text string, most int) ([]uint64, error) {
	from, rest, isRange := strings.Cut(text, "-")
	if !isRange || from == "" { // -5 is a number, out of the domain
		n, err := d.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%w, or a range, such as %s", err, d.ranges())
		}
		return []uint64{n}, nil
	}
	r, err := d.readRange(from, rest)
	if err != nil {
		return nil, fmt.Errorf("%q cannot be used as a range: %w", text, err)
	}
	numbers := r.numbers(most)
	if len(numbers) > most {
		return nil, fmt.Errorf("%q has more than %d numbers: a list has at most that many", text, most)
	}
	return numbers, nil
}

// ranges are examples for an error.
func (d Domain) ranges() string {
	low := max(d.Low, 1)
	return fmt.Sprintf("%d-%d or %d-%d*2", low, min(4*low, d.High), low, min(64*low, d.High))
}

// progression is what a range stands for.
type progression struct {
	low, high uint64
	factor    uint64 // 0: each number is one more than the one before
}

// readRange reads what stands before and after the hyphen.
func (d Domain) readRange(from, rest string) (r progression, err error) {
	to, factor, multiplied := strings.Cut(rest, "*")
	if r.low, err = d.Parse(from); err != nil {
		return r, err
	}
	if r.high, err = d.Parse(to); err != nil {
		return r, err
	}
	if r.high < r.low {
		return r, fmt.Errorf("it goes down: it must go up, such as %s", d.ranges())
	}
	if d.Power2 {
		r.factor = 2
	}
	if !multiplied {
		return r, nil
	}
	factors := Domain{Low: 2, High: math.MaxUint32, Power2: d.Power2, Example: "2"}
	if r.factor, err = factors.Parse(factor); err != nil {
		return r, fmt.Errorf("after *: %w", err)
	}
	if r.low == 0 {
		return r, fmt.Errorf("0 times %d stays 0: it must begin at 1 or more", r.factor)
	}
	return r, nil
}

// numbers returns the numbers of r, or the first most+1 of them.
func (r progression) numbers(most int) (all []uint64) {
	for n := r.low; len(all) <= most; {
		all = append(all, n)
		switch {
		case r.factor == 0 && n < r.high:
			n++
		case r.factor != 0 && n <= r.high/r.factor:
			n *= r.factor
		default:
			return all
		}
	}
	return all
}
