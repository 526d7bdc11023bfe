package picture

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

const (
	// maxTicks is how many labels fit below a panel.
	maxTicks = 9
	// plain is the largest number that an axis may have without all its labels
	// becoming powers.
	plain = 99_999.
)

// ticker returns what marks the axis.
func (a Axis) ticker() plot.Ticker {
	if a.Log == 0 {
		return linearTicks{}
	}
	return logTicks{a.Log}
}

func (a Axis) scale() plot.Normalizer {
	if a.Log == 0 {
		return plot.LinearScale{}
	}
	return plot.LogScale{}
}

// linearTicks marks multiples of 1, 2 or 5 times a power of ten, all labelled
// with the same number of decimals.
type linearTicks struct{}

// Ticks implements plot.Ticker.
func (linearTicks) Ticks(low, high float64) []plot.Tick {
	const fewest = 4
	step := math.Pow(10, math.Ceil(math.Log10(high-low)))
	for _, divisor := range []float64{2, 2.5, 2, 2, 2.5, 2} { // 5, 2, 1, .5, .2, .1 of the first
		if math.Floor(high/step)-math.Ceil(low/step)+1 >= fewest {
			break
		}
		step /= divisor
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k <= math.Floor(high/step+1e-9); k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: strconv.FormatFloat(k*step+0, 'f', decimals, 64)})
	}
	return ticks
}

// logTicks marks powers of the base; where fewer than two of them are in the
// range, it marks what a linear axis would.
type logTicks struct{ base float64 }

// Ticks implements plot.Ticker.
func (t logTicks) Ticks(low, high float64) []plot.Tick {
	const close = 1e-9 // logarithms are not exact
	scale := math.Log(t.base)
	first := int(math.Ceil(math.Log(low)/scale - close))
	last := int(math.Floor(math.Log(high)/scale + close))
	if last-first < 1 {
		return linearTicks{}.Ticks(low, high)
	}
	every := (last-first)/maxTicks + 1
	powers := math.Pow(t.base, float64(last)) > plain || math.Pow(t.base, float64(first)) < 1/plain
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		mark := plot.Tick{Value: math.Pow(t.base, float64(e))}
		if (e-first)%every == 0 {
			mark.Label = t.label(e, powers)
		}
		ticks = append(ticks, mark)
	}
	return ticks
}

// label names base to the power e: 0.01, 64; or 2²⁰.
func (t logTicks) label(e int, powers bool) string {
	if powers && e != 0 {
		return Power(int(t.base), e)
	}
	return strconv.FormatFloat(math.Pow(t.base, float64(e)), 'g', -1, 64)
}

// Power writes a power as pictures do: 2²⁰.
func Power(base, exponent int) string {
	raised := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	return strconv.Itoa(base) + raised.Replace(strconv.Itoa(exponent))
}
