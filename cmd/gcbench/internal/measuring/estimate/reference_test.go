package estimate

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

func TestOver(t *testing.T) {
	v := Invocations{{10, 20}, {30}, {40}, {50, 60}}
	beside := Invocations{{4, 4, 9}, {4}, nil}
	assert.Equal(t, Invocations{{2.5, 5}, {7.5}, nil, nil}, v.Over(beside, 1))
	assert.Equal(t, Invocations{{5, 10}, {15}, nil, nil}, v.Over(beside, 0.5))
	assert.Equal(t, Invocations{{10, 20}, {30}, nil, nil}, v.Over(beside, 0))
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

// TestTrusted: marks that feel much of a large difference cannot be corrected, to either side.
func TestTrusted(t *testing.T) {
	for _, c := range []struct {
		ratio, felt float64
		trusted     bool
	}{{1, 2, true}, {1.049, 1, true}, {1.051, 1, false}, {1.026, 2, false}, {1.099, 0.5, true}, {1.099, 0.6, false}, {1.101, 0, false}} {
		assert.Equal(t, c.trusted, Ratio{Ratio: c.ratio}.Trusted(c.felt), "%+v", c)
		assert.Equal(t, c.trusted, Ratio{Ratio: 1 / c.ratio}.Trusted(c.felt), "%+v", c)
	}
	assert.Equal(t, 0.8, Farther(Ratio{Ratio: 1.2}, Ratio{Ratio: 0.8}).Ratio)
}

// TestFelt: marks of these processes feel half of what slows frozen work down by up to 8 %, and all
// of what slows it down by more.
func TestFelt(t *testing.T) {
	at := func(slow ...float64) (marks, beside Invocations) {
		for _, s := range slow {
			beside = append(beside, []float64{100 * s})
			if s > 1.08 {
				marks = append(marks, []float64{1000 * s})
			} else {
				marks = append(marks, []float64{1000 * math.Sqrt(s)})
			}
		}
		return marks, beside
	}
	a, besideA := at(1, 1.01, 1.02, 1.03, 1.04, 1.5)
	near, besideNear := at(1.02, 1.03, 1.04, 1.05, 1.06, 1.4)
	assert.InDelta(t, 0.5, Felt(a, near, besideA, besideNear), 1e-9)
	far, besideFar := at(1.2, 1.3, 1.4, 1.5, 1.6, 1.7)
	assert.InDelta(t, 1, Felt(a, far, besideA, besideFar), 0.05)
	alike, besideAlike := at(1, 1.001, 1.002)
	assert.Equal(t, 1.0, Felt(alike, alike, besideAlike, besideAlike), "nothing is known")
	assert.Equal(t, 1.0, Felt(nil, nil, nil, nil))
	for p := range a {
		a[p][0] = 1e6 / a[p][0]
	}
	assert.Equal(t, 0.0, Felt(a, a, besideA, besideA), "nothing gets faster on a slower machine")
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
	judge := func(ns, slow, sensitive float64) (corrected, raw schema.Verdict) {
		a, besideA := rounds(r, 12, 1000, 1, sensitive)
		b, besideB := rounds(r, 12, ns, slow, sensitive)
		reference := Compare(besideA, besideB)
		felt := Felt(a, b, besideA, besideB)
		return Compare(a.Over(besideA, felt), b.Over(besideB, felt)).Corrected(reference).Verdict(DefaultMargin), Compare(a, b).Verdict(DefaultMargin)
	}
	const times = 80
	wrong, found, foundRaw := 0, 0, 0
	for range times {
		for _, sensitive := range []float64{0, 1, 2} {
			if v, _ := judge(1000, 1.03, sensitive); v == schema.Faster || v == schema.Slower {
				wrong++
			}
		}
		corrected, raw := judge(1100, 1, 1)
		if corrected == schema.Slower {
			found++
		}
		if raw == schema.Slower {
			foundRaw++
		}
	}
	t.Logf("of %d: %d wrong of three each, 10 %% found in %d, without the reference in %d", times, wrong, found, foundRaw)
	assert.LessOrEqual(t, wrong, 3*times/100, again(t))
	assert.Greater(t, found, foundRaw, again(t))
	assert.Greater(t, found, times/2, again(t))
}

// fileSeries are pairs of files: by process, the medians of marks and of the reference beside them, in
// microseconds. They were measured one after the other on 2 cores of a shared virtual machine. The builds of Slower
// are two, and B marks 10 % slower (9.6 % where they took turns):
//
//	gcbench run --shape tree --objects 100k --workers 1 --invocations 48 --json FILE
//
// Those of Same are one, and each pair of files has four rows. Beside the B of every third pair ran a busy loop, and
// beside that of another third a program that was busy for a seventh of the time:
//
//	gcbench run --shape tree,random --objects 100k --workers 1,2 --invocations 12 --json FILE
type fileSeries struct{ Slower, Same []struct{ A, B [][2]float64 } }

// side are the marks and the references of a side.
func side(processes [][2]float64) (marks, beside Invocations) {
	for _, p := range processes {
		marks, beside = append(marks, p[:1]), append(beside, p[1:])
	}
	return marks, beside
}

// TestRecordedFiles: of twelve pairs of files of two builds, ten at least are told apart, and more than if marks
// felt all that the reference feels. Of one build no row differs.
func TestRecordedFiles(t *testing.T) {
	var r fileSeries
	text, err := os.ReadFile(filepath.Join("testdata", "files.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &r))
	judge := func(p struct{ A, B [][2]float64 }, felt func(a, b, besideA, besideB Invocations) float64) schema.Verdict {
		a, besideA := side(p.A)
		b, besideB := side(p.B)
		reference, f := Compare(besideA, besideB), felt(a, b, besideA, besideB)
		if !reference.Trusted(f) {
			return schema.Unsure
		}
		return Compare(a.Over(besideA, f), b.Over(besideB, f)).Corrected(reference).Verdict(DefaultMargin)
	}
	all := func(_, _, _, _ Invocations) float64 { return 1 }
	found, foundByAll := map[schema.Verdict]int{}, map[schema.Verdict]int{}
	for _, p := range r.Slower {
		found[judge(p, Felt)]++
		foundByAll[judge(p, all)]++
	}
	assert.Equal(t, 12, len(r.Slower))
	assert.GreaterOrEqual(t, found[schema.Slower], 10)
	assert.Greater(t, found[schema.Slower], foundByAll[schema.Slower])
	assert.Zero(t, found[schema.Faster]+found[schema.Same])
	require.Equal(t, 48, len(r.Same))
	for row, p := range r.Same {
		assert.Contains(t, []schema.Verdict{schema.Same, schema.Unsure}, judge(p, Felt), "row %d", row)
	}
	t.Logf("of two builds %v, if marks felt all %v", found, foundByAll)
}
