//go:build interleave && !fullsize

package marker

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// TestWhere: a grey node is where the picture has it.
func TestWhere(t *testing.T) {
	e := &execution{asked: make([]bool, 10)}
	e.asked[1] = true
	p := mark.Picture{
		Workers:  []mark.WorkerPicture{{Stack: []uint32{2}, Current: 1, Scanned: 1}, {Ring: [][]uint32{{8}, {3}}, Current: 9}},
		Deques:   []scene.Picture{{Items: []uint64{4}}, {Items: []uint64{5}}},
		Overflow: [][]uint32{{0}, {6}}, Pending: []uint32{7},
	}
	for node, where := range []string{1: "worker 0 scans it", 2: "on the stack of worker 0", 3: "in the batch of worker 1", 4: "in the deque of worker 0",
		5: "in the deque of worker 1", 6: "on the overflow list", 7: "in the pending bitmap", 9: "in the hands of a worker"} {
		if where != "" {
			require.Equal(t, where, e.where(uint32(node), p))
		}
	}
	p.Deques = p.Deques[:1]
	require.Equal(t, "in the queue", e.where(4, p))
	p.Workers[0].Scanned = 0
	require.Equal(t, "in the hands of a worker", e.where(1, p), "it has scanned nothing yet")
}
