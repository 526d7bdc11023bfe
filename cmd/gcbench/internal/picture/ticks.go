package picture

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

const (
	// maxTicks is how many labels fit below a panel.
	maxTicks = 9
	// plain is the largest power that is labelled as a number and not as a power.
	plain = 99_999
)

// ticker returns what marks the axis.
func (a Axis) ticker() plot.Ticker {
	if a.Log == 0 {
		return plot.DefaultTicks{}
	}
	return logTicks{a.Log}
}

func (a Axis) scale() plot.Normalizer {
	if a.Log == 0 {
		return plot.LinearScale{}
	}
	return plot.LogScale{}
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
		return plot.DefaultTicks{}.Ticks(low, high)
	}
	every := (last-first)/maxTicks + 1
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		mark := plot.Tick{Value: math.Pow(t.base, float64(e))}
		if (e-first)%every == 0 {
			mark.Label = t.label(e)
		}
		ticks = append(ticks, mark)
	}
	return ticks
}

// label names base to the power e: 0.01, 64, 2^20.
func (t logTicks) label(e int) string {
	v := math.Pow(t.base, float64(e))
	if v > plain || v < 1e-3 {
		return strconv.Itoa(int(t.base)) + "^" + strconv.Itoa(e)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
