package dump

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

func TestDetect(t *testing.T) {
	var b heap.Builder
	b.Add(0)
	h, err := b.Build()
	require.NoError(t, err)
	var snapshot bytes.Buffer
	require.NoError(t, heap.WriteSnapshot(&snapshot, h))

	for _, c := range []struct {
		name, prefix string
		want         Format
		problem      string
	}{
		{"a.heap", snapshot.String()[:PrefixBytes], Snapshot, ""},
		{"a.el", snapshot.String(), Snapshot, ""},
		{"a", "go1.7 heap dump\n\x06", GoDump, ""},
		{"dir.x/a.EL", "0 1\n", EdgeList, ""},
		{"a.el", "", EdgeList, ""},
		{"a.txt", "0 1\n", "", "a.txt is of no known format"},
		{"a.heap", "", "", "a.heap is empty"},
		{"a", "go1.4 heap dump\n", "", "another version"},
		{"a", "go1.7 heap", "", "another version"},
		{"a.zst", "\x28\xb5\x2f\xfd....", "", "compressed (zstd)"},
		{"a.gz", "\x1f\x8b....", "", "compressed (gzip)"},
	} {
		got, err := Detect(c.name, []byte(c.prefix))
		assert.Equal(t, c.want, got, c.name)
		if c.problem == "" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, c.problem)
		assert.ErrorContains(t, err, "WriteHeapDump", "the error says what can be read")
	}
}
