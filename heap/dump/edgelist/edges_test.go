package edgelist

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
)

// TestEdgesAgainstBuilder: edges in order, out of order and in both ways in turn make the same
// heap as a Builder that gets them sorted. Blocks end within the edges of a node.
func TestEdgesAgainstBuilder(t *testing.T) {
	seeds := uint64(40)
	if testing.Short() {
		seeds = 6
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 3))
		nodes := 1 + rng.Uint64N(300)
		inOrder := rng.IntN(3) * rng.IntN(2*blockEdges)
		refs := make([][]uint32, nodes)
		var g Edges
		source := uint32(0)
		for i := range inOrder + rng.IntN(2)*rng.IntN(1000) {
			switch {
			case i >= inOrder:
				source = rng.Uint32N(uint32(nodes))
			case rng.IntN(500) == 0:
				source = min(source+rng.Uint32N(4), uint32(nodes)-1)
			}
			target := rng.Uint32N(uint32(nodes))
			refs[source] = append(refs[source], target)
			g.Add(source, target)
		}
		roots := []uint32{uint32(nodes) - 1, 0}
		var b heap.Builder
		for _, to := range refs {
			b.Add(0, to...)
		}
		for _, r := range roots {
			b.Root(r)
		}
		want, err := b.Build()
		require.NoError(t, err)
		require.EqualValues(t, want.NumEdges(), g.Count())
		got, err := g.Build(nodes, roots)
		require.NoError(t, err)
		require.Equal(t, want, got, "seed %d", seed)
		require.NoError(t, got.Check())
	}
}

// TestLargeSourceInAShortFile: a source with a large number takes no room by itself.
func TestLargeSourceInAShortFile(t *testing.T) {
	text := "4000000000 1\n4000000000 0\n"
	n := dumptest.Allocated(func() {
		_, err := Read(strings.NewReader(text), Options{})
		assert.ErrorContains(t, err, "line 1 names node 4000000000")
	})
	assert.Less(t, n, uint64(1<<20))
}

// TestReadTakesLittle: in order of sources, 20 bytes for each node and 8 for each reference, and
// out of order 24 and 12.
func TestReadTakesLittle(t *testing.T) {
	const nodes, degree = 1 << 16, 8
	for _, inOrder := range []bool{true, false} {
		var text []byte
		for k := range degree {
			for i := range nodes {
				source, target := i, (k*nodes+i)/degree
				if inOrder {
					source, target = target, source
				}
				text = append(strconv.AppendInt(text, int64(source), 10), ' ')
				text = append(strconv.AppendInt(text, int64(target), 10), '\n')
			}
		}
		perNode, perEdge := uint64(24), uint64(12)
		if inOrder {
			perNode, perEdge = 20, 8
		}
		in := bytes.NewReader(text)
		n := dumptest.Allocated(func() {
			_, err := Read(in, Options{})
			require.NoError(t, err)
		})
		// The first block and the degrees grow.
		assert.LessOrEqual(t, n, perNode*nodes+perEdge*nodes*degree+16*nodes+6*8*blockEdges)
	}
}
