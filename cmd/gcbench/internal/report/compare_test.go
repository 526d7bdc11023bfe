package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
)

// compared is a comparison of one file, whose name could be markup.
func compared() *Comparison {
	a, b := measuredBy(1, 1000)[0], measuredBy(2, 1500)[0]
	a.Shape, a.Heap = "", "dir/a|b_c*<d>.heap"
	b.Facts = a.Facts
	ratio := estimate.Ratio{Ratio: 1.5, CI95: [2]float64{1.4, 1.6}, CI99: [2]float64{1.3, 1.7}, Invocations: 6}
	c := &Comparison{A: CompareSide{Name: "x`y"}, B: CompareSide{Name: "z"}, Rows: []CompareRow{NewCompareRow(&a, &b, ratio, estimate.Slower)}, Warnings: []string{"a|b"}}
	c.Summary = NewCompareSummary(ratio, estimate.Slower, c.Rows)
	return c
}

// TestCompareRow: each side has its own figures.
func TestCompareRow(t *testing.T) {
	row := compared().Rows[0]
	assert.Equal(t, 1000.0, row.A.MedianNS)
	assert.Equal(t, []float64{1000}, row.A.MediansNS)
	assert.Equal(t, 2000.0, *row.A.CPUNS)
	assert.Equal(t, 1500.0, row.B.MedianNS)
	assert.Equal(t, []float64{1500}, row.B.MediansNS)
	assert.Equal(t, 3000.0, *row.B.CPUNS)
}

// TestCompareTable: the interval is the one of its title.
func TestCompareTable(t *testing.T) {
	var b bytes.Buffer
	c := compared()
	require.NoError(t, c.Print(&b))
	assert.Contains(t, b.String(), "  1.00 µs  1.50 µs  1.500  1.400 to 1.600  slower\n")
	assert.True(t, strings.HasSuffix(b.String(), "\n1 row: 1 slower\n"))
	c.Rows = append(c.Rows, c.Rows[0])
	b.Reset()
	require.NoError(t, c.Print(&b))
	assert.Contains(t, b.String(), "; all together B/A 1.500, 1.400 to 1.600: slower\n")
	assert.Contains(t, b.String(), "\nheap ")
	for i := range c.Rows {
		c.Rows[i].Heap, c.Rows[i].Shape = "", "tree"
	}
	b.Reset()
	require.NoError(t, c.Print(&b))
	assert.Contains(t, b.String(), "\nshape ")
}

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
	a, b := measuredBy(1, 1000)[0], measuredBy(2, 1500)[1]
	b.Shape = "chainlet"
	c := &Comparison{Rows: []CompareRow{NewCompareRow(&a, &b, estimate.Ratio{Ratio: 1.5, Invocations: 6}, estimate.Unsure)}}
	var text bytes.Buffer
	require.NoError(t, c.PrintRows(&text))
	lines := strings.Split(text.String(), "\n")
	assert.True(t, strings.HasPrefix(lines[0], "shape           workers "), lines[0])
	assert.True(t, strings.HasPrefix(lines[1], "tree, chainlet     1, 2 "), lines[1])
	row := c.Rows[0]
	assert.Equal(t, "tree, chainlet 1, 2 workers", row.HeapLabel()+" "+row.WorkersLabel())
	for _, side := range []*CompareTime{&row.A, &row.B} {
		side.Heap, side.Workers = "", 0
	}
	assert.Equal(t, "tree 1 worker", row.HeapLabel()+" "+row.WorkersLabel())
}

// TestMarkdown: names stay what they are.
func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, compared().WriteMarkdown(&b))
	assert.Contains(t, b.String(), "A: `x'y`  \n")
	assert.Contains(t, b.String(), `| a\|b\_c\*&lt;d>.heap | 1 | `)
	assert.Contains(t, b.String(), "\n- a\\|b\n")
}

// TestFiguresPerObjectAndTime: processor time is over the mark time, and benchmarks are
// per live object.
func TestFiguresPerObjectAndTime(t *testing.T) {
	r := measuredBy(1, 1000)[1]
	var b bytes.Buffer
	table := NewRunTable(&b, RunColumns{Heaps: []string{"tree"}})
	require.NoError(t, table.Row(&r))
	lines := strings.Split(b.String(), "\n")
	titles, cells := strings.Fields(strings.ReplaceAll(lines[0], " %", "%")), strings.Fields(strings.NewReplacer(" ns", "ns", " %", "%").Replace(lines[1]))
	for i, title := range titles {
		if title == "cpus" {
			assert.Equal(t, "4.00", cells[i], "2000 ns in 500 ns: %s", lines[1])
		}
	}
	assert.Contains(t, titles, "cpus")
	b.Reset()
	require.NoError(t, WriteBench(&b, machine.Env{GOMAXPROCS: 1}, []Result{r}))
	assert.Contains(t, b.String(), "\t1\t500 ns/op\t100 ns/obj\t5 x-limit\n")
}
