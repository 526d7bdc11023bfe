package reach

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// batchSizer is how long the nodes of a callback take. It is not known before: some tens of
// nanoseconds, or seconds. A searcher therefore takes one node, then two, then four, while
// they are fast, and reads the clock each time. Slow nodes after fast ones are noticed soon,
// and others can be called.
//
// This is what crew.SoloTimer is for marks. Here the searcher knows how many nodes are left in the
// level. It does not wait for some time. It multiplies.
type batchSizer struct {
	perNode time.Duration // of the last nodes, on average
	batch   uint64        // how many nodes were taken at once; 0 at the beginning of a level
}

// readEvery is how long a searcher goes on, more or less, without reading the clock.
const readEvery = 20 * time.Microsecond

// next returns how many nodes to take.
func (t *batchSizer) next() uint64 {
	t.batch = min(2*t.batch, policy.BatchObjects, uint64(readEvery/max(1, t.perNode)))
	t.batch = max(1, t.batch)
	return t.batch
}

// expects returns how long so many nodes will take, if they are like the last ones.
func (t *batchSizer) expects(nodes uint64) time.Duration { return time.Duration(nodes) * t.perNode }
