package gap_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/gap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// TestMarks marks a random graph as the oracle does, with one worker and several, and after a
// snapshot.
func TestMarks(t *testing.T) {
	const nodes, degree = 20_000, 2
	rng := rand.New(rand.NewPCG(1, 1))
	file := append([]byte{0}, binary.LittleEndian.AppendUint64(nil, nodes*degree)...)
	file = binary.LittleEndian.AppendUint64(file, nodes)
	for i := range uint64(nodes + 1) {
		file = binary.LittleEndian.AppendUint64(file, i*degree)
	}
	for range nodes * degree {
		file = binary.LittleEndian.AppendUint32(file, rng.Uint32N(nodes))
	}
	d, err := gap.Read(bytes.NewReader(file), sink.Options{})
	require.NoError(t, err)
	dumptest.Marks(t, d.Heap)
}
