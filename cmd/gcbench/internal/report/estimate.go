package report

import (
	"math"
	"strconv"

	"github.com/aclements/go-moremath/stats"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
)

// Estimate is a mean over runs with its 95 % interval (Student's t).
type Estimate struct {
	Mean float64    `json:"mean"`
	CI95 [2]float64 `json:"ci95"`
}

// EstimateOf describes at least two samples. It has six digits: the last ones of
// a float64 differ between processors that fuse a multiplication with an
// addition and those that do not, and reports shall not.
func EstimateOf(samples []float64) Estimate {
	mean, lo, hi := stats.MeanCI(samples, 0.95)
	return Estimate{SixDigits(mean), [2]float64{SixDigits(lo), SixDigits(hi)}}
}

// CountOf is EstimateOf for whole numbers, whose mean is exact to the tenth.
func CountOf(samples []float64) Estimate {
	sum := 0.0
	for _, v := range samples {
		sum += v
	}
	e := EstimateOf(samples)
	e.Mean = math.Round(10*sum/float64(len(samples))) / 10
	e.CI95 = [2]float64{min(e.CI95[0], e.Mean), max(e.CI95[1], e.Mean)} // was rounded
	return e
}

// SixDigits rounds v.
func SixDigits(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		return v // an infinity stays one
	}
	return rounded
}

// PlusMinus is half the interval.
func (e Estimate) PlusMinus() float64 { return (e.CI95[1] - e.CI95[0]) / 2 }

// point is the estimate as a point of a line.
func (e Estimate) point(x float64) picture.Point {
	return picture.Point{X: x, Y: e.Mean, Lo: e.CI95[0], Hi: e.CI95[1]}
}

// addPoint adds the point to the line of that name, which begins with its first
// point.
func addPoint(lines []picture.Line, name string, spread picture.Spread, at picture.Point) []picture.Line {
	for i := range lines {
		if lines[i].Name == name {
			lines[i].Points = append(lines[i].Points, at)
			return lines
		}
	}
	return append(lines, picture.Line{Name: name, Spread: spread, Points: []picture.Point{at}})
}
