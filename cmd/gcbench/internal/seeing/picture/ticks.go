package picture

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

const (
	// maxTicks is how many labels an axis has at most.
	maxTicks = 9
	// mostPlain is the largest number that a logarithmic axis may have without all its labels
	// becoming powers.
	mostPlain = 99_999.
	// inexact is how far logarithms and quotients may be off.
	inexact = 1e-9
)

// tick is a mark of an axis; some have no label.
type tick struct {
	value float64
	label string
}

// linearTicks marks multiples of 1, 2 or 5 times a power of ten, all labelled with the
// same number of decimals.
func (a Axis) linearTicks(s span, most int) []tick {
	step := math.Pow(10, math.Floor(math.Log10((s.hi-s.lo)/float64(most))))
	for _, factor := range []float64{2, 2.5, 2, 2, 2.5, 2} { // 2, 5, 10, 20, 50, 100 of the first
		if math.Floor(s.hi/step+inexact)-math.Ceil(s.lo/step-inexact)+1 <= float64(most) && (!a.whole || step >= 1) {
			break
		}
		step *= factor
	}
	name := a.labels(step, max(math.Abs(s.lo), math.Abs(s.hi)))
	var ticks []tick
	for k := math.Ceil(s.lo/step - inexact); k <= math.Floor(s.hi/step+inexact); k++ {
		ticks = append(ticks, tick{k * step, name(k*step + 0)})
	}
	return ticks
}

// labels returns what names the multiples of step up to the largest number.
func (a Axis) labels(step, largest float64) func(float64) string {
	scale, suffix := shortest(largest, prefixes)
	if a.time {
		scale, suffix = shortest(largest, units)
	}
	if max(largest, 1/largest)*scale >= 1e6 {
		return func(v float64) string { return strconv.FormatFloat(v*scale, 'g', 6, 64) + suffix }
	}
	decimals := max(0, -int(math.Floor(math.Log10(step*scale)+inexact)))
	return func(v float64) string {
		if math.Abs(v) < step/2 {
			return "0"
		}
		return commas(strconv.FormatFloat(v*scale, 'f', decimals, 64)) + suffix
	}
}

// How numbers without a unit are shortened, and the units of nanoseconds.
var (
	prefixes = []string{"", "", "M", "G", "T"}
	units    = []string{" ns", " µs", " ms", " s"}
)

// shortest is the suffix with which a number has the fewest digits. Each suffix stands for a
// thousand times the one before, and an empty one for no more than 1.
func shortest(number float64, suffixes []string) (scale float64, suffix string) {
	scale = 1
	for i, s := range suffixes {
		if power := math.Pow(1000, float64(i)); s != "" && number >= power {
			scale, suffix = 1/power, s
		}
	}
	return scale, cmp.Or(suffix, suffixes[0])
}

// commas separates thousands from 10,000 on.
func commas(digits string) string {
	whole, fraction, found := strings.Cut(digits, ".")
	sign := strings.TrimRight(whole, "0123456789")
	whole = whole[len(sign):]
	if len(whole) > 4 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if found {
		fraction = "." + fraction
	}
	return sign + whole + fraction
}

// ticks marks the interval, with at most so many labels, 2 or more. On a logarithmic axis it marks
// powers of the base; where fewer than two of them are in the interval, it
// marks those of ten with their double and their half, or what a linear axis would.
func (a Axis) ticks(s span, most int) []tick {
	if a.Log == 0 {
		return a.linearTicks(s, most)
	}
	scale := math.Log(a.Log)
	first := int(math.Ceil(math.Log(s.lo)/scale - inexact))
	last := int(math.Floor(math.Log(s.hi)/scale + inexact))
	switch {
	case last-first >= 1:
	case s.hi/s.lo >= 5:
		return a.halves(s)
	default:
		return a.linearTicks(s, most)
	}
	every := (last-first)/most + 1
	raised := math.Pow(a.Log, float64(last)) > mostPlain || math.Pow(a.Log, float64(first)) < 1/mostPlain
	var ticks []tick
	for e := first; e <= last; e++ {
		mark := tick{value: math.Pow(a.Log, float64(e))}
		if (e-first)%every == 0 {
			mark.label = a.power(e, mark.value, raised)
		}
		ticks = append(ticks, mark)
	}
	return ticks
}

// halves marks 1, 2 and 5 times the powers of ten, of which an interval between two of these has few.
func (a Axis) halves(s span) (ticks []tick) {
	e := math.Floor(math.Log10(s.lo))
	for _, factor := range []float64{1, 2, 5, 10, 20, 50, 100} {
		if v := factor * math.Pow(10, e); v >= s.lo && v <= s.hi {
			ticks = append(ticks, tick{v, a.power(0, v, false)})
		}
	}
	return ticks
}

// power names the base to the power e, which is v: 0.01, 64; or 2²⁰.
func (a Axis) power(e int, v float64, raised bool) string {
	if raised && e != 0 {
		return Power(int(a.Log), e)
	}
	scale, suffix := shortest(v, prefixes)
	return commas(strconv.FormatFloat(v*scale, 'g', 6, 64)) + suffix
}

// Power writes a power as pictures do: 2²⁰.
func Power(base, exponent int) string {
	raised := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	return strconv.Itoa(base) + raised.Replace(strconv.Itoa(exponent))
}
