package estimate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOver(t *testing.T) {
	v := Invocations{{10, 20}, {30}, {40}, {50, 60}}
	assert.Equal(t, Invocations{{5, 5}, {6}, nil, nil}, v.Over(Invocations{{2, 4}, {5}, {1, 2}}))
}

// TestCorrected: intervals reach half of the correction farther to both sides.
func TestCorrected(t *testing.T) {
	for _, reference := range []float64{1, 1.25, 0.8} {
		r := Ratio{1.5, [2]float64{1.4, 1.6}, [2]float64{1.2, 2}, 6}.Corrected(Ratio{Ratio: reference})
		by := math.Sqrt(max(reference, 1/reference))
		assert.Equal(t, 1.5, r.Ratio)
		assert.InDeltaSlice(t, []float64{1.4 / by, 1.6 * by, 1.2 / by, 2 * by}, []float64{r.CI95[0], r.CI95[1], r.CI99[0], r.CI99[1]}, 1e-9)
	}
	nothing := Ratio{1, [2]float64{0, math.Inf(1)}, [2]float64{0, math.Inf(1)}, 1}
	assert.Equal(t, nothing, nothing.Corrected(Ratio{Ratio: 2}))
}

// TestTrusted: a difference that a margin does not cover is no correction, to either side.
func TestTrusted(t *testing.T) {
	for _, c := range []struct {
		margin, ratio float64
		trusted       bool
	}{{0, 1, true}, {0, 1.001, false}, {0.01, 1.02, true}, {0.01, 1.021, false}, {0.03, 1.049, true}, {0.03, 1.051, false}, {0.1, 1.051, false}} {
		assert.Equal(t, c.trusted, Ratio{Ratio: c.ratio}.Trusted(c.margin), "%+v", c)
		assert.Equal(t, c.trusted, Ratio{Ratio: 1 / c.ratio}.Trusted(c.margin), "%+v", c)
	}
	assert.Equal(t, 0.8, Farther(Ratio{Ratio: 1.2}, Ratio{Ratio: 0.8}).Ratio)
}

// rounds are processes of a program on a machine whose speed drifts from round to round by so
// much, and is so many times as slow as usual. Marks feel that as often as sensitive says.
func rounds(r *rand.Rand, processes int, ns, slow, sensitive float64) (marks, reference Invocations) {
	machine := 0.0
	for range processes {
		own := math.Exp(0.01 * r.NormFloat64())
		var m, f []float64
		for range 8 {
			machine = 0.9*machine + 0.03*r.NormFloat64()
			m = append(m, ns*own*math.Exp(0.01*r.NormFloat64()+sensitive*(machine+math.Log(slow))))
			f = append(f, 100*math.Exp(0.01*r.NormFloat64()+machine)*slow)
		}
		marks, reference = append(marks, m), append(reference, f)
	}
	return marks, reference
}

// TestCorrectedVerdicts: a machine that is 3 % slower makes no difference of marks that do not
// feel it, or feel it twice, and 10 % are found on a machine that drifts.
func TestCorrectedVerdicts(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 0))
	judge := func(ns, slow, sensitive float64) (corrected, raw Verdict) {
		a, besideA := rounds(r, 12, 1000, 1, sensitive)
		b, besideB := rounds(r, 12, ns, slow, sensitive)
		reference := Compare(besideA, besideB)
		return Compare(a.Over(besideA), b.Over(besideB)).Corrected(reference).Verdict(DefaultMargin), Compare(a, b).Verdict(DefaultMargin)
	}
	const times = 200
	wrong, found, foundRaw := 0, 0, 0
	for range times {
		for _, sensitive := range []float64{0, 1, 2} {
			if v, _ := judge(1000, 1.03, sensitive); v == Faster || v == Slower {
				wrong++
			}
		}
		corrected, raw := judge(1100, 1, 1)
		if corrected == Slower {
			found++
		}
		if raw == Slower {
			foundRaw++
		}
	}
	t.Logf("of %d: %d wrong of three each, 10 %% found in %d, without the reference in %d", times, wrong, found, foundRaw)
	assert.LessOrEqual(t, wrong, 3*times/100, again(t))
	assert.Greater(t, found, foundRaw, again(t))
	assert.Greater(t, found, times/2, again(t))
}
