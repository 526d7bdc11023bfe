package lanes

import (
	"strconv"
	"time"
)

// unitOf returns the unit in which a mark of this duration is written.
func unitOf(d time.Duration) (unit time.Duration, name string) {
	switch {
	case d >= time.Second:
		return time.Second, "s"
	case d >= time.Millisecond:
		return time.Millisecond, "ms"
	case d >= time.Microsecond:
		return time.Microsecond, "µs"
	}
	return 1, "ns"
}

// inWords writes a time with three digits.
func inWords(d time.Duration) string {
	unit, name := unitOf(d)
	if unit == 1 {
		return strconv.Itoa(int(d)) + "\u00a0ns"
	}
	value, decimals := float64(d)/float64(unit), 2
	for most := 9.995; value >= most && decimals > 0; most *= 10 {
		decimals--
	}
	return strconv.FormatFloat(value, 'f', decimals, 64) + "\u00a0" + name
}

// share writes what part of the whole a time is.
func share(part, whole time.Duration) string {
	switch percent := 100 * float64(part) / float64(max(whole, 1)); {
	case part > 0 && percent < 1:
		return "less than 1\u00a0%"
	case part < whole && percent > 99:
		return "more than 99\u00a0%"
	default:
		return strconv.FormatFloat(percent, 'f', 0, 64) + "\u00a0%"
	}
}

// grouped writes n with a comma before each three digits.
func grouped(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// counted writes n things.
func counted(n uint64, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + more
}
