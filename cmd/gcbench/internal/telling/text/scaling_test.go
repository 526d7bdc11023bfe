package text

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// scaled are the results of one heap with up to 128 workers, owners with 32 at most.
func scaled(shape string) (all []schema.Result) {
	for _, marking := range []string{"owner", "shared"} {
		for n := 1; n <= 128; n *= 2 {
			if marking == "owner" && n > 32 {
				continue
			}
			r := schema.Result{Facts: schema.Facts{Shape: shape}, Workers: n, MedianNS: 64e6 / float64(n), Speedup: schema.Known(float64(n))}
			r.Marking = marking
			all = append(all, r)
		}
	}
	return all
}

// TestScalingTable: a row for each heap, in 80 columns, with what was not measured as a dash.
func TestScalingTable(t *testing.T) {
	var out bytes.Buffer
	table := ScalingTable{To: &out}
	require.NoError(t, table.Results(scaled("tree")))
	require.NoError(t, table.Results(scaled("debruijn")))
	require.NoError(t, table.End(""))
	for line := range strings.Lines(out.String()) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSpace(line)), 80, line)
	}
	words := strings.Join(strings.Fields(out.String()), " ")
	assert.True(t, strings.HasPrefix(words, "heap 1 2 4 8"), words)
	assert.Contains(t, words, "tree 64.0 ms 2.00 2.00 4.00 4.00 8.00 8.00")
	assert.Contains(t, words, "- 64.00 - 128.00")
}

// TestMachineTables: every place of two processors has a row, and what was not measured is a dash.
func TestMachineTables(t *testing.T) {
	m := &schema.Machine{Processors: make([]schema.Processor, 4), Caches: []schema.Cache{{Level: 1, Bytes: 32 << 10}, {Level: 3, Bytes: 32 << 20}}}
	m.Transfers = []schema.Transfer{{Place: "socket", NS: 90, Least: 80, Most: 91}, {Place: "cache", NS: 30, Least: 30, Most: 50}, {Place: "cache", NS: 20, Least: 10, Most: 30}, {Place: "cache", NS: 40, Least: 40, Most: 41}}
	m.Streams = []schema.Stream{{Place: "cache", Lines: 256, Access: "read", NS: 5}, {Place: "cache", Lines: 256, Access: "read", InOrder: true, NS: 4}, {Place: "cache", Lines: 16, Access: "read", NS: 6}}
	m.Loads = []schema.Loads{{Bytes: 16 << 10, Dependent: 1}, {Bytes: 128 << 20, Dependent: 100, Independent: 9, Together: 11}}
	text := Measured(m)
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSpace(line)), 80, line)
	}
	words := strings.Join(strings.Fields(text), " ")
	assert.Contains(t, words, "4 processors")
	assert.Contains(t, words, "cache 3 30.0 10.0 50.0 - 5.0 - - socket 1 90.0 80.0 91.0 - - - -")
	assert.Contains(t, words, "16.0 KiB L1 1.0 0.0 0.0 128 MiB memory 100.0 9.0 11.0")
}
