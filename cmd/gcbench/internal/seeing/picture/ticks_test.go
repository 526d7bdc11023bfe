package picture

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTicks: between two and maxTicks labels, in the interval, on any scale, which do not
// overlap below an axis as long as a panel's.
func TestTicks(t *testing.T) {
	for _, a := range []Axis{{}, {Log: 2}, {Log: 10}, {time: true}} {
		for low := 1e-3; low < 1e6; low *= 3.7 {
			for factor := 1.05; factor < 1e9; factor *= 1.9 {
				c := scale{a, span{low, low * factor}, 32, panelWidth - rightRoom}
				labels, end := map[string]bool{}, 0.0
				for _, k := range c.across() {
					assert.True(t, k.value > low*0.999999 && k.value < low*factor*1.000001, "%v of %v to %v", k.value, low, low*factor)
					if k.label == "" {
						continue
					}
					assert.False(t, labels[k.label], "%q twice between %v and %v", k.label, low, low*factor)
					labels[k.label] = true
					half := letters(k.label, small) / 2
					assert.Greater(t, c.middle(k)-half, end, "%q between %v and %v, base %v", k.label, low, low*factor, a.Log)
					end = c.middle(k) + half
				}
				assert.True(t, len(labels) >= 2 && len(labels) <= maxTicks, "%v labels between %v and %v, base %v", len(labels), low, low*factor, a.Log)
				assert.LessOrEqual(t, end, panelWidth+inexact, "base %v, %v to %v", a.Log, low, low*factor)
			}
		}
	}
	assert.Equal(t, "2²⁰", Power(2, 20))
	assert.Equal(t, "10⁻³", Power(10, -3))
}

// TestTicksOfStrips: each has two labels or more, which differ and have room above each other.
func TestTicksOfStrips(t *testing.T) {
	for low := 1.0; low < 1e10; low *= 3.7 {
		for factor := 1.0; factor < 1e3; factor *= 1.029 {
			r := Strip{Median: low, Processes: []Samples{{Values: []float64{low, low * factor}}}}
			c, last := r.scale(0), tick{math.Inf(-1), ""}
			ticks := r.ticks(0)
			assert.GreaterOrEqual(t, len(ticks), 2, "%v to %v", low, low*factor)
			for _, k := range ticks {
				assert.NotEqual(t, last.label, k.label, "%v to %v", low, low*factor)
				assert.GreaterOrEqual(t, c.at(last.value)-c.at(k.value), small, "%v to %v", low, low*factor)
				last = k
			}
		}
	}
}

// TestLabels: how numbers are written.
func TestLabels(t *testing.T) {
	for _, c := range []struct {
		a      Axis
		lo, hi float64
		want   []string
	}{
		{Axis{}, 0, 1, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{Axis{whole: true}, 1, 2, []string{"1", "2"}},
		{Axis{}, -20000, 20000, []string{"-20,000", "-10,000", "0", "10,000", "20,000"}},
		{Axis{time: true}, 0, 3e6, []string{"0", "0.5 ms", "1.0 ms", "1.5 ms", "2.0 ms", "2.5 ms", "3.0 ms"}},
		{Axis{Log: 2}, 1, 8, []string{"1", "2", "4", "8"}},
		{Axis{Log: 10}, 1, 1e6, []string{"1", "10¹", "10²", "10³", "10⁴", "10⁵", "10⁶"}},
		{Axis{}, 0, 3e6, []string{"0", "0.5M", "1.0M", "1.5M", "2.0M", "2.5M", "3.0M"}},
		{Axis{}, 0, 2e-9, []string{"0", "5e-10", "1e-09", "1.5e-09", "2e-09"}},
		{Axis{Log: 2}, 5, 7, []string{"5.0", "5.5", "6.0", "6.5", "7.0"}},
	} {
		var got []string
		for _, k := range c.a.ticks(span{c.lo, c.hi}, 7) {
			got = append(got, k.label)
		}
		assert.Equal(t, c.want, got, "%+v", c.a)
	}
}
