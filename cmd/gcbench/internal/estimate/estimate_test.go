package estimate

import (
	"math"
	"testing"

	"github.com/aclements/go-moremath/stats"
	"github.com/stretchr/testify/assert"
)

// ones are processes with one sample each.
func ones(samples ...float64) (v Invocations) {
	for _, s := range samples {
		v = append(v, []float64{s})
	}
	return v
}

func TestFewProcesses(t *testing.T) {
	for _, v := range []Invocations{nil, {{}}, {{5, 6}}} {
		lo, hi := v.Interval(0.95)
		assert.Zero(t, lo)
		assert.Equal(t, math.Inf(1), hi)
		assert.True(t, math.IsNaN(v.Between()))
		for _, r := range []Ratio{Compare(v, v), ComparePairs(v, v)} {
			assert.Equal(t, [2]float64{0, math.Inf(1)}, r.CI95)
			assert.Equal(t, Unsure, r.Verdict(DefaultMargin))
		}
	}
	assert.True(t, math.IsNaN(Invocations{}.Center()))
	assert.True(t, math.IsNaN(ones(1, 2, 3).Within()))
	assert.Equal(t, 5.5, Invocations{{5, 6}}.Center())
}

// The ends of Wilcoxon's and of Mann and Whitney's intervals, from tables: for 12
// differences the 14th lowest and highest average of pairs, for 6 and 6 processes the 6th
// difference, at 95 %.
func TestRanksOfTables(t *testing.T) {
	assert.Equal(t, 14, oneSided(make([]float64, 12)).rank(0.025))
	assert.Equal(t, 8, oneSided(make([]float64, 12)).rank(0.005))
	assert.Equal(t, 1, oneSided(make([]float64, 6)).rank(0.025))
	assert.Equal(t, 0, oneSided(make([]float64, 7)).rank(0.005))
	assert.Equal(t, 6, between(make([]float64, 6), make([]float64, 6)).rank(0.025))
	assert.Equal(t, 3, between(make([]float64, 6), make([]float64, 6)).rank(0.005))
	assert.Equal(t, 38, between(make([]float64, 12), make([]float64, 12)).rank(0.025))
}

// The counted probabilities are those of the module, and the normal ones continue them.
func TestMannWhitney(t *testing.T) {
	for _, sides := range [][2]int{{1, 1}, {6, 6}, {5, 9}, {12, 12}, {20, 20}} {
		below, known := mannWhitney(sides[0], sides[1]), stats.UDist{N1: sides[0], N2: sides[1]}
		for k := 1; k <= sides[0]*sides[1]; k += 1 + sides[0]/4 {
			assert.InDelta(t, known.CDF(float64(k-1)), below(k), 1e-9, "%v %d", sides, k)
		}
	}
	exact, normal := stats.UDist{N1: 30, N2: 30}, mannWhitney(30, 30)
	assert.InDelta(t, exact.CDF(316), normal(317), 5e-4)
}

// Student's intervals, by tables of t: 3.182 for 3 degrees of freedom, 2.447 for Welch's 6.
func TestStudent(t *testing.T) {
	a := locate([]float64{1, 2, 3, 4})
	assert.Equal(t, location{2.5, math.Sqrt(5. / 12), 3}, a)
	assert.InDelta(t, 2.5+3.182*math.Sqrt(5./12), math.Log(a.interval(0.95)[1]), 1e-3)
	both := locate([]float64{2, 3, 4, 5}).minus(a)
	assert.InDelta(t, 6, both.freedom, 1e-9)
	assert.InDelta(t, 1-2.447*math.Sqrt(5./6), math.Log(both.interval(0.95)[0]), 1e-3)
	assert.Less(t, locate([]float64{2, 2, 2, 9}).minus(a).freedom, 5.0)
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		r    Ratio
		want Verdict
	}{
		{Ratio{1, [2]float64{0.98, 1.02}, [2]float64{0.96, 1.04}, 6}, Same},
		{Ratio{1, [2]float64{0.98, 1.02}, [2]float64{0.96, 1.04}, 5}, Unsure},
		{Ratio{1.01, [2]float64{0.99, 1.031}, [2]float64{0.97, 1.04}, 6}, Unsure},
		{Ratio{0.99, [2]float64{0.9705, 1.02}, [2]float64{0.96, 1.04}, 6}, Unsure}, // below 1/1.03
		{Ratio{1.1, [2]float64{1.05, 1.2}, [2]float64{1.031, 1.3}, 6}, Slower},
		{Ratio{1.1, [2]float64{1.05, 1.2}, [2]float64{1.029, 1.3}, 6}, Unsure},
		{Ratio{0.9, [2]float64{0.85, 0.95}, [2]float64{0.8, 0.97}, 6}, Faster},
		{Ratio{0.9, [2]float64{0.85, 0.95}, [2]float64{0.8, 0.972}, 6}, Unsure},
		{Ratio{math.NaN(), [2]float64{0, math.Inf(1)}, [2]float64{0, math.Inf(1)}, 9}, Unsure},
	} {
		assert.Equal(t, c.want, c.r.Verdict(DefaultMargin), "%+v", c.r)
	}
}

func TestWarm(t *testing.T) {
	for name, c := range map[string]struct {
		samples []float64
		want    int
	}{
		"a decaying start":  {[]float64{180, 130, 112, 105, 100, 101, 99, 100.5, 99.5, 100, 101, 99.8}, 4},
		"no trend":          {[]float64{101, 100, 99, 100.5, 99.5, 100, 101, 99.8, 100.2}, 0},
		"a spike":           {[]float64{100, 101, 99, 100.5, 300, 100, 101, 99.8, 100.2}, 0},
		"below one percent": {[]float64{100.9, 100, 100, 100, 100, 100, 100, 100}, 0},
		"short":             {[]float64{500, 100, 100, 100, 100, 100}, 0},
		"six are kept":      {[]float64{900, 800, 700, 100, 100, 100, 100, 100}, 2},
		"a wide spread":     {[]float64{105, 96, 104, 100, 97, 103, 98, 102, 95, 101}, 0},
		"a fast start":      {[]float64{50, 100, 101, 99, 100, 100, 100, 100}, 0},
		"nothing":           {nil, 0},
	} {
		assert.Equal(t, c.want, Warm(c.samples), name)
	}
}
