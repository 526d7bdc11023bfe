package timing

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestExplainedMarks: they choose victims with the seed of the heap, and there are as many
// as were asked for.
func TestExplainedMarks(t *testing.T) {
	c := Explain{Workers: 2, Reps: 3}
	for i, o := range c.options(4) {
		assert.EqualValues(t, 4, o.Tuning.Seed)
		assert.Equal(t, i+1, o.Workers)
	}
	h, err := source.Watch(nil).Build("tree", shape.Params{Objects: 50})
	require.NoError(t, err)
	var progress bytes.Buffer
	s := session.New(t.Context(), nil, io.Discard, io.Discard)
	s.Relay(&progress)
	require.NoError(t, c.measure(s, flags.Source{}, h, nil, &explain.Facts{}, flags.At(0, 1)))
	assert.Contains(t, progress.String(), "sample 1 of 6\n")
}
