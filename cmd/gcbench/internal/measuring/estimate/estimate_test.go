package estimate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"
	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
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
			assert.Equal(t, schema.Unsure, r.Verdict(DefaultMargin))
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
		want schema.Verdict
	}{
		{Ratio{1, [2]float64{0.98, 1.02}, [2]float64{0.96, 1.04}, 6}, schema.Same},
		{Ratio{1, [2]float64{0.98, 1.02}, [2]float64{0.96, 1.04}, 5}, schema.Unsure},
		{Ratio{1.01, [2]float64{0.99, 1.031}, [2]float64{0.97, 1.04}, 6}, schema.Unsure},
		{Ratio{0.99, [2]float64{0.9705, 1.02}, [2]float64{0.96, 1.04}, 6}, schema.Unsure}, // below 1/1.03
		{Ratio{1.1, [2]float64{1.05, 1.2}, [2]float64{1.031, 1.3}, 6}, schema.Slower},
		{Ratio{1.1, [2]float64{1.05, 1.2}, [2]float64{1.029, 1.3}, 6}, schema.Unsure},
		{Ratio{0.9, [2]float64{0.85, 0.95}, [2]float64{0.8, 0.97}, 6}, schema.Faster},
		{Ratio{0.9, [2]float64{0.85, 0.95}, [2]float64{0.8, 0.972}, 6}, schema.Unsure},
		{Ratio{math.NaN(), [2]float64{0, math.Inf(1)}, [2]float64{0, math.Inf(1)}, 9}, schema.Unsure},
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

// The normal probabilities of signed ranks continue the counted ones.
func TestSignedRanks(t *testing.T) {
	counted, normal := signedRanks(maxCounted), signedRanks(maxCounted+1)
	for _, k := range []int{500, 580, 650, 800, 915} {
		assert.InDelta(t, counted(k), normal(k*(maxCounted+2)/maxCounted), 0.006, k)
	}
	assert.InDelta(t, 0.5, normal((maxCounted+1)*(maxCounted+2)/4), 0.01)
}

// Many pairs are thinned evenly: what is seen of them is what all would show.
func TestManyProcesses(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 0))
	for _, pairs := range []int{300, 600} {
		a, b := session(r, natures[0], pairs, 0.03, 1.1, nil)
		x, y := a.logs(), b.logs()
		thinned, of := differences(x, y)
		assert.LessOrEqual(t, len(thinned), maxCandidates+pairs)
		assert.Equal(t, pairs*pairs, of)
		var all []float64
		for _, p := range x {
			for _, q := range y {
				all = append(all, q-p)
			}
		}
		slices.Sort(all)
		for _, share := range []float64{0.01, 0.3, 0.5, 0.7, 0.99} {
			assert.InDelta(t, all[int(share*float64(len(all)))], thinned[int(share*float64(len(thinned)))], 3e-4, again(t))
		}
		averages, _ := walsh(x)
		assert.LessOrEqual(t, len(averages), maxCandidates+pairs)
		ratio := ComparePairs(a, b)
		assert.InDelta(t, 1.1, ratio.Ratio, 0.01, again(t))
		assert.Less(t, ratio.CI95[1]-ratio.CI95[0], 0.02, again(t))
		assert.InDelta(t, ratio.CI95[1]/ratio.CI95[0], Compare(a, b).CI95[1]/Compare(a, b).CI95[0], 0.005, again(t))
	}
}

// The more confident interval holds the other one, also where the first comes from Student
// and the second from ranks.
func TestIntervalsNest(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 0))
	for processes := 2; processes < 16; processes++ {
		for range 30 {
			a, b := session(r, natures[r.IntN(3)], processes, 0.03, 1, nil)
			lo95, hi95 := a.Interval(0.95)
			lo99, hi99 := a.Interval(0.99)
			assert.True(t, lo99 <= lo95 && hi95 <= hi99, "%d processes: %s", processes, again(t))
			for _, ratio := range []Ratio{Compare(a, b), ComparePairs(a, b)} {
				assert.True(t, ratio.CI99[0] <= ratio.CI95[0] && ratio.CI95[1] <= ratio.CI99[1], "%d pairs: %s", processes, again(t))
			}
		}
	}
}

func BenchmarkThousandProcesses(b *testing.B) {
	x, y := session(rand.New(rand.NewPCG(1, 1)), natures[0], 1000, 0.03, 1, nil)
	for b.Loop() {
		ComparePairs(x, y)
		x.Interval(0.95)
		y.Interval(0.95)
	}
}
