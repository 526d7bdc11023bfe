package retained

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source/sourcetest"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

func silent(string, uint64, uint64) {}

// look is Look with the classes that the heap has.
func look(t *testing.T, h *source.Heap) *Heap {
	table, _ := classes.OfFile(h) // nil if it has none
	r, err := Look(t.Context(), h, table, silent)
	require.NoError(t, err)
	return r
}

func kept(objects, bytes uint64) schema.Kept { return schema.Kept{Objects: objects, Bytes: &bytes} }

// shop is a cache of two entries that share a value, and a list.
//
//	0 Shop ──> 1 Map ──> 2 Entry ──> 4 Value         0 ──> 5 Node ──> 6 Node ──> 7 Value
//	              └────> 3 Entry ──> 4
func shop(t *testing.T) *source.Heap {
	return sourcetest.Classed(t, []string{"Shop", "Map", "Entry", "Entry", "Value", "Node", "Node", "Value", "Dead"},
		[][2]uint64{{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {0, 5}, {5, 6}, {6, 7}, {8, 1}})
}

// TestTop: with the object inside which each one lies, which is in the list.
func TestTop(t *testing.T) {
	r := look(t, shop(t))
	bytes := uint64(16)
	assert.Equal(t, []schema.Retainer{
		{Label: "0x0", Number: 0, Class: "Shop", Bytes: &bytes, Keeps: kept(8, 128)},
		{Label: "0x10", Number: 1, Class: "Map", Bytes: &bytes, Keeps: kept(4, 64), Inside: 1},
		{Label: "0x50", Number: 5, Class: "Node", Bytes: &bytes, Keeps: kept(3, 48), Inside: 1},
		{Label: "0x60", Number: 6, Class: "Node", Bytes: &bytes, Keeps: kept(2, 32), Inside: 3},
	}, r.Top(4))
	assert.Len(t, r.Top(100), 8, "dead objects keep nothing")
}

// TestClasses: an Entry alone does not keep the Value, and both together do. The second Node is counted with the first one.
func TestClasses(t *testing.T) {
	r := look(t, shop(t))
	all, err := r.Classes(t.Context(), 10, silent)
	require.NoError(t, err)
	bytes := func(n uint64) *uint64 { return &n }
	assert.Equal(t, []schema.RetainingClass{
		{Class: "Shop", Objects: 1, Bytes: bytes(16), Sum: kept(8, 128), Together: kept(8, 128)},
		{Class: "Map", Objects: 1, Bytes: bytes(16), Sum: kept(4, 64), Together: kept(4, 64)},
		{Class: "Node", Objects: 2, Bytes: bytes(32), Sum: kept(3, 48), Together: kept(3, 48)},
		{Class: "Entry", Objects: 2, Bytes: bytes(32), Sum: kept(2, 32), Together: kept(3, 48)},
		{Class: "Value", Objects: 2, Bytes: bytes(32), Sum: kept(2, 32), Together: kept(2, 32)},
	}, all)
}

// TestClassesOfRandomHeaps: together is what reach.Retained says of all objects of a class, and sum is at most as much.
func TestClassesOfRandomHeaps(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 1 + r.IntN(60)
		classes, edges := make([]string, n), [][2]uint64(nil)
		for i := range classes {
			classes[i] = string(rune('A' + r.IntN(4)))
		}
		for range n * (1 + r.IntN(3)) {
			edges = append(edges, [2]uint64{uint64(r.IntN(n)), uint64(r.IntN(n))})
		}
		h := sourcetest.Classed(t, classes, edges)
		all, err := look(t, h).Classes(t.Context(), 10, silent)
		require.NoError(t, err)
		for _, c := range all {
			var nodes []uint32
			for i, ref := range h.Numbered() {
				if classes[i] == c.Class {
					nodes = append(nodes, uint32(ref))
				}
			}
			g := h.Graph()
			want, err := reach.Retained(t.Context(), g, g.Roots(), nodes, mark.Options{})
			require.NoError(t, err)
			require.Equal(t, kept(want.Count(), 16*want.Count()), c.Together, "seed %d, class %s", seed, c.Class)
			require.LessOrEqual(t, c.Sum.Objects, c.Together.Objects)
		}
	}
}

// TestFolded: a list is one frame.
func TestFolded(t *testing.T) {
	r := look(t, shop(t))
	var out strings.Builder
	require.NoError(t, r.WriteFolded(&out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	slices.Sort(lines)
	assert.Equal(t, []string{"Shop 16", "Shop;Map 16", "Shop;Map;Entry 32", "Shop;Map;Value 16", "Shop;Node 32", "Shop;Node;Value 16"}, lines)
}

// TestWithoutClassesOrSizes: a graph has objects alone.
func TestWithoutClassesOrSizes(t *testing.T) {
	h := sourcetest.Chain(t, 3, func(int) uint64 { return 0 })
	found, err := look(t, h).Classes(t.Context(), 10, silent)
	require.NoError(t, err)
	assert.Empty(t, found)
	h.Format = "edge list"
	r := look(t, h)
	assert.Equal(t, schema.Kept{Objects: 3}, r.Top(1)[0].Keeps)
	assert.Equal(t, r.Nodes(2), []uint32{uint32(h.Numbered()[0]), uint32(h.Numbered()[1])})
}
