package sweep

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEstimate(t *testing.T) {
	e := estimateOf([]float64{1, 2, 3}) // t of 2 degrees of freedom: 4.30265
	assert.InDelta(t, 2, e.Mean, 1e-9)
	assert.InDelta(t, 4.30265/1.7320508, e.PlusMinus(), 1e-4)
	assert.Equal(t, 0.333333, estimateOf([]float64{1. / 3, 1. / 3}).Mean)
}
