package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestMeasured: of a run with many rows the rules get those of this heap with the first
// choices, by one worker and by as many as there are processors.
func TestMeasured(t *testing.T) {
	this, other := schema.Facts{Shape: "tree", Live: 5}, schema.Facts{Shape: "list", Live: 5}
	row := func(f schema.Facts, queue string, workers int, ns float64) schema.Result {
		return schema.Result{Facts: f, Workers: workers, Choices: schema.Choices{Deque: queue}, MedianNS: ns}
	}
	preset := row(this, "a", 4, 9)
	preset.Preset = "go"
	for _, c := range []struct {
		rows      []schema.Result
		one, many float64 // their medians; 0 for none
	}{
		{[]schema.Result{row(other, "a", 1, 1), row(this, "a", 1, 2), row(this, "a", 2, 3), row(this, "a", 4, 4), row(this, "a", 8, 5), row(this, "b", 1, 6), row(this, "b", 4, 7), preset}, 2, 4},
		{[]schema.Result{row(this, "a", 16, 1), row(this, "a", 8, 2)}, 0, 2},
		{[]schema.Result{row(this, "a", 8, 1), row(this, "a", 3, 2), row(this, "a", 2, 3)}, 0, 2},
		{[]schema.Result{row(this, "a", 1, 1)}, 1, 0},
	} {
		f := &Facts{Facts: this, Processors: 4}
		require.NoError(t, f.Measured(c.rows))
		median := func(m *Mark) float64 {
			if m == nil {
				return 0
			}
			return m.MedianNS
		}
		assert.Equal(t, []float64{c.one, c.many}, []float64{median(f.One), median(f.Many)})
	}
	assert.ErrorContains(t, (&Facts{Facts: this}).Measured([]schema.Result{row(other, "a", 1, 1)}), "it is not what was measured")
}

// TestMaybeCached: where no mark with emptied caches was measured, a heap that the cache has
// room for is not said to take the time of memory.
func TestMaybeCached(t *testing.T) {
	f := factsOf(t, "tree", 20_000, shape.Alloc)
	require.NotNil(t, named(f, "order"))
	f.ColdNS, f.LastCache = 0, f.Structure.ReadBytes
	assert.Nil(t, named(f, "order"))
	f.Structure.Alone, f.Bound.Ceiling = 0, 1000
	require.NotNil(t, named(f, "nothing"))
	assert.Contains(t, named(f, "nothing").Sentence, "The time may be that of the cache: gcbench explain measures this.")
	f.LastCache--
	assert.NotNil(t, named(f, "order"))
}
