package mtx_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mtx"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// TestMarks marks a random graph as the oracle does, with one worker and several, and after a
// snapshot.
func TestMarks(t *testing.T) {
	const nodes, degree = 20_000, 2
	rng := rand.New(rand.NewPCG(1, 1))
	file := fmt.Appendf(nil, "%%%%MatrixMarket matrix coordinate pattern symmetric\n%d %d %d\n", nodes, nodes, nodes*degree)
	for range nodes * degree {
		file = fmt.Appendf(file, "%d %d\n", 1+rng.IntN(nodes), 1+rng.IntN(nodes))
	}
	d, err := mtx.Read(bytes.NewReader(file), sink.Options{})
	require.NoError(t, err)
	dumptest.Marks(t, d.Heap)
}
