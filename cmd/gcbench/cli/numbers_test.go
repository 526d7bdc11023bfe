package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNumbersAsPeopleWriteThem: all number flags read the same forms.
func TestNumbersAsPeopleWriteThem(t *testing.T) {
	for text, objects := range map[string]float64{"2k": 2000, "2e3": 2000, "1.5k": 1500, "1_000": 1000, "0.001M": 1000} {
		_, stdout, stderr := runCLI("gen", "tree", "--objects", text, "--seed", "1e3", "-o", t.TempDir()+"/x.heap", "--json", "-")
		require.NotEmpty(t, stdout, stderr)
		assert.Equal(t, objects, decode(t, stdout)["objects"], text)
	}
	file := genHeap(t, "tree", "10")
	for _, args := range [][]string{
		{"info", file, "--max-bytes", "1MiB", "--max-objects", "1M", "--max-edges", "1e3", "--max-decompressed", "1.5GiB"},
		{"run", "--heap", file, "--workers", "1e0", "--grain", "1k", "--capacity", "0.064k", "--overflow", "1k", "--reps", "1e1"},
		{"verify", file, "--workers", "2", "--deque", "locked", "--reps", "1e0"},
	} {
		mustRun(t, args...)
	}
	assert.NoError(t, parses([]string{"sim", "mark", "--cost", "miss=1e2,wake=2k"}))
}
