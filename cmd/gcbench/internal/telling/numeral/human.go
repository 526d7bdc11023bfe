package numeral

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Duration formats nanoseconds with three significant digits and a unit.
func Duration(ns float64) string {
	for _, u := range []struct {
		ns   float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= u.ns*0.9995 {
			return Significant(ns/u.ns) + " " + u.name
		}
	}
	return Significant(ns) + " ns"
}

// Significant formats x, not negative, with three significant digits.
func Significant(x float64) string {
	digits := 2
	for limit := 9.995; digits > 0 && x >= limit; limit *= 10 {
		digits--
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// Percent formats a fraction.
func Percent(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return "∞"
	}
	switch {
	case 100*x > 999: // beyond that it only means "useless"
		return ">999%" // as wide as the columns
	case x >= 0.0995:
		return fmt.Sprintf("%.0f %%", 100*x)
	}
	return fmt.Sprintf("%.1f %%", 100*x)
}

// Idle formats the starved and the hoarded share of the workers' time, in per
// cent: 12+0.0.
func Idle(starved, hoarded float64) string { return Hundredths(starved) + "+" + Hundredths(hoarded) }

// Hundredths formats a fraction in per cent, without the sign.
func Hundredths(x float64) string {
	if x >= 0.0995 {
		return fmt.Sprintf("%.0f", 100*x)
	}
	return fmt.Sprintf("%.1f", 100*x)
}

// Count formats n with separators: 1,000,000.
func Count(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Thousands formats n in at most seven characters, if it is below a hundred
// million: 12,345 and 123k.
func Thousands(n uint64) string {
	if n < 100_000 {
		return Count(n)
	}
	return Count((n+500)/1000) + "k"
}

// Plural formats n things.
func Plural(n uint64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Count(n) + " " + thing
}

// Bytes formats a size with three significant digits and a binary unit.
func Bytes(n uint64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	x := float64(n)
	for _, unit := range []string{"KiB", "MiB", "GiB"} {
		x /= 1024
		if x < 999.5 || unit == "GiB" {
			return Significant(x) + " " + unit
		}
	}
	panic("unreachable")
}

// Shorten cuts s to at most width characters, keeping its end, which tells
// file names apart better than their beginning.
func Shorten(s string, width int) string {
	n := utf8.RuneCountInString(s)
	if n <= width {
		return s
	}
	return "…" + string([]rune(s)[n-width+1:])
}

// Some lists a few of many.
func Some(list []string) string {
	const few = 3
	if len(list) <= few {
		return strings.Join(list, "; ")
	}
	return strings.Join(list[:few], "; ") + fmt.Sprintf("; and %d more", len(list)-few)
}
