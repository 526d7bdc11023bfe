package schema

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCSVColumns: a result that has everything has a figure in each column, and what was not measured is an empty field.
func TestCSVColumns(t *testing.T) {
	r := measuredBy(1, 1000)[0]
	r.Facts = Facts{Shape: "tree", Heap: "a.heap", Layout: "bfs"}
	r.Choices = Choices{Deque: "abp", Steal: "s", Amount: "one", Victim: "v", Idle: "i", Marking: "owner", Speculation: "off"}
	r.Preset, r.Digest, r.Stats.MarkingUsed, r.CI95NS = "go", "d", "alone", []float64{1, 2e9}
	r.Counters = &Counts{}
	events := r.Counters.Each()
	for _, unknown := range append(events[:], &r.Speedup, &r.OverFloor, &r.MajorFaults, &r.ReadBytes, &r.CVBetween) {
		*unknown = Known(0.5)
	}
	for _, column := range csvColumns {
		assert.NotEmpty(t, r.Cell(column), column)
	}
	assert.Equal(t, "2e+09", r.Cell("ci95_hi_ns"))
	assert.Equal(t, "1", r.Cell("ci95_lo_ns"))
	assert.Equal(t, "0.5", r.Cell("cycles"))
	assert.Equal(t, "7", r.Cell("samples"))
	assert.Equal(t, "abp", r.Cell("queue"))
	own := Result{Choices: Choices{Deque: "mine"}, Workers: 2}
	for _, column := range []string{"ci95_lo_ns", "steals", "cas", "stores", "cycles", "speedup", "limit_ns"} {
		assert.Empty(t, own.Cell(column), column)
	}
	var b strings.Builder
	require.NoError(t, WriteCSV(&b, []Result{r, own}))
	titles, rows, _ := strings.Cut(b.String(), "\n")
	assert.True(t, strings.HasPrefix(titles, "shape,heap,layout,seed,objects,edges,roots,live,arena_bytes,workers,queue,grain,"))
	assert.Equal(t, 2*(len(csvColumns)-1), strings.Count(rows, ","))
}
