package columns

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// TestInterval: what is in JSON stands in the table as well, however little it says.
func TestInterval(t *testing.T) {
	assert.Equal(t, "-", interval(nil))
	assert.Equal(t, "0.002 to 426.5", interval([]float64{0.002, 426.49}))
	assert.Equal(t, "0.110 to 9.900", interval([]float64{0.11, 9.9}))
	assert.Equal(t, "10.00 to 123.5", interval([]float64{9.9999, 123.45}))
	assert.Equal(t, "98765", times(98765.4))
}

// TestCompareLabels: a row of two heaps, or of two numbers of workers, names both. A file that an
// older version wrote has those of A alone.
func TestCompareLabels(t *testing.T) {
	row := schema.CompareRow{Facts: schema.Facts{Shape: "tree"}, Workers: 1, A: schema.CompareTime{Heap: "tree", Workers: 1}, B: schema.CompareTime{Heap: "chainlet", Workers: 2}}
	table := Comparison(&schema.Comparison{Rows: []schema.CompareRow{row}})
	assert.Equal(t, []string{"tree, chainlet", "1, 2"}, table.Rows[0][:2])
	assert.Equal(t, "tree, chainlet 1, 2 workers", HeapLabel(&row)+" "+WorkersLabel(&row))
	for _, side := range []*schema.CompareTime{&row.A, &row.B} {
		side.Heap, side.Workers = "", 0
	}
	assert.Equal(t, "tree 1 worker", HeapLabel(&row)+" "+WorkersLabel(&row))
}
