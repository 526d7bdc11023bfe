package text

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// measuredBy is what one process measured with one worker and with two, which take half as
// long. Samples lie 10 % to either side of the mark time.
func measuredBy(pid int, ns float64) []schema.Result {
	results := make([]schema.Result, 2)
	for i := range results {
		one, cpu, floor := ns/float64(i+1), 2*ns, ns/10
		results[i] = schema.Result{
			Facts: schema.Facts{Shape: "tree", Objects: 10, Live: 5}, Workers: i + 1, Digest: "d", MarksPerSample: pid,
			Invocations: []schema.Invocation{{PID: pid, SamplesNS: []float64{0.9 * one, one, one, one, one, one, 1.1 * one}, CPUNS: &cpu}},
			FloorNS:     &floor, FloorMinNS: &floor,
		}
		measure.Settle(&results[i])
	}
	return results
}

// compared is a comparison of one file, whose name could be markup.
func compared() *schema.Comparison {
	row := schema.CompareRow{
		Facts: schema.Facts{Heap: "dir/a|b_c*<d>.heap"}, Workers: 1, A: schema.CompareTime{MedianNS: 1000}, B: schema.CompareTime{MedianNS: 1500},
		Ratio: 1.5, CI95: []float64{1.4, 1.6}, CI99: []float64{1.3, 1.7}, Verdict: schema.Slower,
	}
	return &schema.Comparison{
		A: schema.CompareSide{Name: "x`y"}, B: schema.CompareSide{Name: "z"}, Rows: []schema.CompareRow{row}, Warnings: []string{"a|b"},
		Summary: schema.CompareSummary{Ratio: schema.Known(1.5), CI95: row.CI95, CI99: row.CI99, Verdict: schema.Slower, Counts: map[schema.Verdict]int{schema.Slower: 1}},
	}
}

// TestCompareTable: the interval is the one of its title.
func TestCompareTable(t *testing.T) {
	c := compared()
	assert.Contains(t, Comparison(c), "  1.00 µs  1.50 µs  1.500  1.400 to 1.600  slower\n")
	assert.True(t, strings.HasSuffix(Comparison(c), "\n1 row: 1 slower\n"))
	c.Rows = append(c.Rows, c.Rows[0])
	assert.Contains(t, Comparison(c), "; all together B/A 1.500, 1.400 to 1.600: slower\n")
	assert.Contains(t, Comparison(c), "\nheap ")
	for i := range c.Rows {
		c.Rows[i].Heap, c.Rows[i].Shape = "", "tree"
	}
	assert.Contains(t, Comparison(c), "\nshape ")
}

// TestMarkdown: names stay what they are.
func TestMarkdown(t *testing.T) {
	text := Markdown(compared())
	assert.Contains(t, text, "A: `x'y`  \n")
	assert.Contains(t, text, `| a\|b\_c\*&lt;d>.heap | 1 | `)
	assert.Contains(t, text, "\n- a\\|b\n")
}

// TestFiguresPerObjectAndTime: processor time is over the mark time, and benchmarks are
// per live object.
func TestFiguresPerObjectAndTime(t *testing.T) {
	r := measuredBy(1, 1000)[1]
	var b bytes.Buffer
	table := NewRunTable(&b, columns.Expected{Heaps: []string{"tree"}}, nil)
	require.NoError(t, table.Results([]schema.Result{r}))
	lines := strings.Split(b.String(), "\n")
	titles, cells := strings.Fields(strings.ReplaceAll(lines[0], " %", "%")), strings.Fields(strings.NewReplacer(" ns", "ns", " %", "%").Replace(lines[1]))
	for i, title := range titles {
		if title == "cpus" {
			assert.Equal(t, "4.00", cells[i], "2000 ns in 500 ns: %s", lines[1])
		}
	}
	assert.Contains(t, titles, "cpus")
	b.Reset()
	require.NoError(t, WriteBench(&b, schema.Env{GOMAXPROCS: 1}, []schema.Result{r}))
	assert.Contains(t, b.String(), "\t1\t500 ns/op\t100 ns/obj\t5 x-limit\n")
}
