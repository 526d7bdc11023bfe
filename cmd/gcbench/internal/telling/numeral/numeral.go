// Package numeral reads and writes numbers, and reads lists and ranges of them, as people write
// them on a command line. Its functions may be called by any goroutine.
package numeral

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// Domain is the set of the numbers that may be given.
type Domain struct {
	Low, High uint64 // both included
	Power2    bool   // only powers of two
	Bytes     bool   // the numbers are sizes in bytes, for which KiB, MiB and GiB are units
	Example   string // numbers in the domain, in the form in which an error shows them
}

// String says which numbers are in the domain.
func (d Domain) String() string {
	s := fmt.Sprintf("%d to %d", d.Low, d.High)
	if d.Power2 {
		s = "a power of two from " + s
	}
	return s
}

// form is the syntax of a number: digits, which underscores may group, a fraction,
// and an exponent or a unit.
var form = regexp.MustCompile(`^([0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?)(?:([eE]\+?[0-9]{1,2})|(k|K|M|G|KiB|MiB|GiB))?$`)

var units = map[string]int64{
	"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9,
	"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
}

// Parse reads one number of the domain: 2000000, 2_000_000, 2e6 and 2M are the same.
// The factor of a fraction must make it whole, as in 1.5M. The error repeats the
// text and says what is allowed.
func (d Domain) Parse(text string) (uint64, error) {
	if n, ok := read(text, d.Bytes); ok && d.has(n) {
		return n, nil
	}
	return 0, fmt.Errorf("%q cannot be used: it must be a whole number, %s", text, d.allowed())
}

// allowed says which numbers are in the domain, with the example.
func (d Domain) allowed() string {
	if d.Example == "" {
		return d.String()
	}
	return d.String() + ", such as " + d.Example
}

func (d Domain) has(n uint64) bool {
	return n >= d.Low && n <= d.High && (!d.Power2 || n > 0 && n&(n-1) == 0)
}

// read returns the number that the text stands for, if it is a whole one of 64 bits.
func read(text string, bytes bool) (uint64, bool) {
	parts := form.FindStringSubmatch(text)
	if parts == nil || strings.HasSuffix(text, "iB") && !bytes {
		return 0, false
	}
	// A Rat is exact, and the form keeps it small: 99 is the largest exponent.
	n, ok := new(big.Rat).SetString(strings.ReplaceAll(parts[1], "_", "") + parts[2])
	if !ok {
		return 0, false
	}
	n.Mul(n, new(big.Rat).SetInt64(units[parts[3]]))
	return n.Num().Uint64(), n.IsInt() && n.Num().IsUint64()
}
