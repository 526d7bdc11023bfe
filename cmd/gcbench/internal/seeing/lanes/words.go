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

// share writes what part of the whole a time is.
func share(part, whole time.Duration) string {
	switch percent := 100 * float64(part) / float64(max(whole, 1)); {
	case part > 0 && percent < 1:
		return "less than 1 %"
	case part < whole && percent > 99:
		return "more than 99 %"
	default:
		return strconv.FormatFloat(percent, 'f', 0, 64) + " %"
	}
}
