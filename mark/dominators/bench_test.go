package dominators

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// BenchmarkOf: a graph of 100,000 nodes that fits into the caches. Each edge leads at most twenty nodes on, and a node in a hundred is on all paths.
func BenchmarkOf(b *testing.B) {
	const nodes, degree = 100_000, 5
	r := rand.New(rand.NewPCG(1, 2))
	offsets, targets := make([]uint32, nodes+1), make([]uint32, 0, nodes*degree)
	for node := range uint32(nodes) {
		for range degree {
			targets = append(targets, min(node+1+r.Uint32N(20), (node/100+1)*100, nodes-1))
		}
		offsets[node+1] = uint32(len(targets))
	}
	g, err := mark.NewAdjacency(offsets, targets)
	require.NoError(b, err)
	for b.Loop() {
		_, err := Of(b.Context(), g, []uint32{0}, mark.Options{Workers: 1})
		require.NoError(b, err)
	}
}
