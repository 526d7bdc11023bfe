package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// TestMarkOf: the least is of the samples, and the shares are of the right figures.
func TestMarkOf(t *testing.T) {
	r := schema.Result{Workers: 2, MedianNS: 20, NSPerObject: 2, SamplesNS: []float64{30, 10, 20}}
	r.Grain = 64
	r.Stats = schema.Stats{DurationNS: 100, StarvedNS: 20, HoardedNS: 40, Scanned: []uint64{30, 10}, OverflowRefs: 4, CursorRoundsWasted: 7,
		Work: schema.Work{OverflowBlocks: 3, RefsForwarded: 6, RefsSpilt: 5, CursorRounds: 9, Harvests: 2, ObjectsHarvested: 8, TrialNS: 25}}
	cpu := 30.
	r.Speculation, r.CPUNS = "lone", &cpu
	assert.Equal(t, &Mark{Workers: 2, MedianNS: 20, LeastNS: 10, NSPerObject: 2, Starved: 0.1, Hoarded: 0.2, Helped: 0.25, Grain: 64, OverflowBlocks: 3, OverflowRefs: 4, Forwarded: 6, Spilt: 5,
		Speculation: "lone", CursorRounds: 9, RoundsWasted: 7, Harvests: 2, ObjectsHarvested: 8, Trial: 0.25, CPUs: 1.5}, MarkOf(&r))
}

// TestSurvey: the most of something is of all objects, and not of the last one.
func TestSurvey(t *testing.T) {
	var b heap.Builder
	sink := b.Add(0)
	last := b.Add(0, sink)
	popular := b.Add(0, last)
	var middle []uint32
	for range 5 {
		middle = append(middle, b.Add(0, popular, popular))
	}
	b.Root(b.Add(0, middle...))
	b.Add(0, sink) // garbage
	h, err := b.Build()
	require.NoError(t, err)
	reached, err := heap.Levels(h)
	require.NoError(t, err)
	s := Survey(h, reached)
	assert.Equal(t, []uint64{5, 9, 17, 5, 10}, []uint64{uint64(s.Levels), reached.Count, s.Edges, s.MaxOut, s.MaxIn})
	assert.EqualValues(t, 5, s.Widest)
	assert.InDelta(t, 9.0/5, s.Width, 1e-9)
}
