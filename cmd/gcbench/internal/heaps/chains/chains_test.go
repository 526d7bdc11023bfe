package chains

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source/sourcetest"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// TestChains: a list of nodes is one step, and what is not reachable has no chain. Package why tests what is cut.
func TestChains(t *testing.T) {
	h := sourcetest.Classed(t, []string{"Cache", "Node", "Node", "Node", "Session", "Session"}, [][2]uint64{{0, 1}, {1, 2}, {2, 3}, {3, 4}})
	table, err := classes.Of(h)
	require.NoError(t, err)
	trie := New(h.Heap, table, func(heap.Ref) string { return "a frame" })
	refs := h.Numbered()
	root, names := trie.Chain(trie.Of(refs[4]))
	assert.Equal(t, []any{"a frame", []string{"Cache", "Node", "Session"}}, []any{root, names})
	assert.Equal(t, trie.Of(refs[1]), trie.Of(refs[3]))
	assert.Zero(t, trie.Of(refs[5]))
}

// TestAHolderInAChain: the only object of its class parts two lists.
func TestAHolderInAChain(t *testing.T) {
	list := [][2]uint64{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}}
	for holder, want := range map[string][]string{
		"class Bus": {"Loader", "List", "Array", "class Bus", "List", "Array", "Listener"},
		"Loader":    {"Loader", "List", "Array", "Listener"},
	} {
		h := sourcetest.Classed(t, []string{"Loader", "List", "Array", holder, "List", "Array", "Listener", "Listener"}, list)
		table, err := classes.Of(h)
		require.NoError(t, err)
		trie := New(h.Heap, table, func(heap.Ref) string { return "" })
		_, names := trie.Chain(trie.Of(h.Numbered()[7]))
		assert.Equal(t, want, names)
	}
}

// TestFoldedStacks: no name ends a frame or a line, and equal stacks are one.
func TestFoldedStacks(t *testing.T) {
	f := Folded{}
	f.Add([]string{"root", "[Ljava.lang.Object;", "a\r\nb"}, 2)
	f.Add([]string{"root", "[Ljava.lang.Object:", "a  b"}, 3)
	f.Add([]string{"empty"}, 0)
	f.Add([]string{"a"}, 1)
	var out strings.Builder
	require.NoError(t, f.Write(&out))
	require.Equal(t, "a 1\nroot;[Ljava.lang.Object:;a  b 5\n", out.String())
}
