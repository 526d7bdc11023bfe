package measure

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestRecord: the timeline and the statistics are of one mark, and the mark is verified.
func TestRecord(t *testing.T) {
	h, oracle := testHeap(t, 500)
	o := mark.Options{Workers: 2, Timeline: 100}
	line, stats, err := Record(t.Context(), h, oracle, o)
	require.NoError(t, err)
	assert.Equal(t, oracle.Count, stats.Marked)
	assert.Equal(t, stats.Duration, line.Duration)
	objects := uint64(0)
	for _, lane := range line.Lanes {
		for _, s := range lane.Slices {
			objects += uint64(s.Objects)
		}
	}
	assert.Equal(t, oracle.Count, objects)

	other := *oracle
	other.Count++
	_, _, err = Record(t.Context(), h, &other, o)
	var bad *MarkError
	assert.ErrorAs(t, err, &bad)
	_, _, err = Record(t.Context(), h, nil, mark.Options{Timeline: -1})
	var option *mark.OptionError
	assert.ErrorAs(t, err, &option)
	ended, end := context.WithCancel(t.Context())
	end()
	_, _, err = Record(ended, h, nil, o)
	assert.ErrorIs(t, err, context.Canceled)
}
