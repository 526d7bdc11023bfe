package edgelist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// TestTheLimitItselfIsAccepted: of each limit, what just fits is read and one more is
// refused.
func TestTheLimitItselfIsAccepted(t *testing.T) {
	for _, c := range []struct {
		accepted, refused string
		opts              Options
		option            string
	}{
		{"# roots 0 1\n0 1\n1 0\n", "# roots 0 1\n0 1\n1 0\n1 0\n", Options{MaxEdges: 4}, "MaxEdges"},
		{"0 1\n1 0\n# roots 0 1\n", "0 1\n1 0\n# roots 0 1 0\n", Options{MaxEdges: 4}, "MaxEdges"},
		{"# nodes 5\n", "# nodes 6\n", Options{MaxNodes: 5}, "MaxNodes"},
		{"0 4\n", "0 5\n", Options{MaxNodes: 5}, "MaxNodes"},
		{"# roots 4\n", "# roots 5\n", Options{MaxNodes: 5}, "MaxNodes"},
	} {
		_, err := Read(strings.NewReader(c.accepted), c.opts)
		require.NoError(t, err, "%q", c.accepted)
		_, err = Read(strings.NewReader(c.refused), c.opts)
		var limit *LimitError
		require.ErrorAs(t, err, &limit, "%q", c.refused)
		assert.Equal(t, c.option, limit.Option)
	}
	_, err := Read(strings.NewReader("# nodes 3\n0 2\n# roots 2"), Options{})
	assert.NoError(t, err, "the last node")
	_, err = Read(strings.NewReader("0 2\n# nodes 3\n"), Options{})
	assert.NoError(t, err, "as many nodes as occur")
	_, err = Read(strings.NewReader("0 1\n"), Options{Roots: []uint32{1}})
	assert.NoError(t, err, "the last node as a root")
}

// TestMemoryLimit: what just fits is built, and one byte less is refused, with
// what the heap takes and where the file asks for it.
func TestMemoryLimit(t *testing.T) {
	for file, where := range map[string]string{"# nodes 9\n0 1\n0 2\n": "it claims 9 nodes", "0 1\n0 8\n": "line 2 names node 8"} {
		const need = 9*24 + 2*12
		_, err := Read(strings.NewReader(file), Options{MaxBytes: need})
		require.NoError(t, err)
		_, err = Read(strings.NewReader(file), Options{MaxBytes: need - 1, MaxNodes: heap.MaxObjects})
		require.EqualError(t, err, "edge list: "+where+": the heap takes about 240 bytes of memory while it is built, and Options.MaxBytes allows 239")
		var memory *MemoryError
		require.ErrorAs(t, err, &memory)
	}
}

// TestNoByteIsTheEnd: the file ends where its bytes do, whatever they are.
func TestNoByteIsTheEnd(t *testing.T) {
	for c := range 256 {
		text := "0 1" + string([]byte{byte(c)}) + "x"
		_, err := Read(strings.NewReader(text), Options{})
		require.Error(t, err, "%q", text)
	}
}

// TestRootsPerLine: a line of roots is full before the next begins.
func TestRootsPerLine(t *testing.T) {
	for roots, lines := range map[int]int{0: 1, 1: 1, 2: 1, rootsPerLine: 1, rootsPerLine + 1: 2, 2 * rootsPerLine: 2, 2*rootsPerLine + 1: 3} {
		var b heap.Builder
		b.Add(0)
		for range roots {
			b.Root(0)
		}
		h, err := b.Build()
		require.NoError(t, err)
		var text strings.Builder
		require.NoError(t, Write(&text, h))
		assert.Equal(t, lines, strings.Count(text.String(), "# roots"), "%d roots", roots)
		assert.Equal(t, roots, strings.Count(text.String(), " 0"))
	}
}
