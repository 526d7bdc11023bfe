package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// TestRow: each side has its own figures.
func TestRow(t *testing.T) {
	result := func(ns float64) *schema.Result {
		return &schema.Result{MedianNS: ns, CPUNS: schema.Known(2 * ns), Invocations: []schema.Invocation{{MedianNS: ns}}}
	}
	row := newRow(result(1000), result(1500), estimate.Ratio{Ratio: 1.5}, schema.Slower)
	assert.Equal(t, 1000.0, row.A.MedianNS)
	assert.Equal(t, []float64{1000}, row.A.MediansNS)
	assert.Equal(t, 2000.0, *row.A.CPUNS)
	assert.Equal(t, 1500.0, row.B.MedianNS)
	assert.Equal(t, []float64{1500}, row.B.MediansNS)
	assert.Equal(t, 3000.0, *row.B.CPUNS)
}
