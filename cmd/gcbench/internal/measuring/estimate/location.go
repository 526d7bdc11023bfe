package estimate

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// location is the mean of logarithms, its standard error, and the degrees of freedom of
// this error.
type location struct {
	mean, err, freedom float64
}

func locate(logs []float64) location {
	n := float64(len(logs))
	if n < 2 {
		return location{math.NaN(), math.NaN(), math.NaN()}
	}
	return location{stats.Mean(logs), math.Sqrt(stats.Variance(logs) / n), n - 1}
}

// minus is the difference of two independent locations, with Welch's degrees of freedom.
func (l location) minus(m location) location {
	v, w := l.err*l.err, m.err*m.err
	freedom := l.freedom + m.freedom
	if v+w > 0 {
		freedom = (v + w) * (v + w) / (v*v/l.freedom + w*w/m.freedom)
	}
	return location{l.mean - m.mean, math.Sqrt(v + w), freedom}
}

// interval is exp of Student's interval, 0 and +Inf if there is no error.
func (l location) interval(confidence float64) [2]float64 {
	if math.IsNaN(l.mean) || math.IsNaN(l.err) {
		return [2]float64{0, math.Inf(1)}
	}
	half := l.err * stats.InvCDF(stats.TDist{V: l.freedom})(0.5+confidence/2)
	return [2]float64{math.Exp(l.mean - half), math.Exp(l.mean + half)}
}
