package mark_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// TestTurn: each worker tells what it begins, and worker 0 the end of the mark. Without a timeline no turn could be told: that is an error.
func TestTurn(t *testing.T) {
	random, err := shape.Parse("random")
	require.NoError(t, err)
	for _, objects := range []uint64{100, 200_000} {
		h, err := random.Build(shape.Params{Objects: objects, Seed: 1})
		require.NoError(t, err)
		var lock sync.Mutex
		told := map[int][]timeline.Activity{}
		o := mark.Options{Workers: 2, Turn: func(worker int, does timeline.Activity) {
			lock.Lock()
			defer lock.Unlock()
			told[worker] = append(told[worker], does)
		}}
		_, err = mark.Heap(t.Context(), h, o)
		require.EqualError(t, err, "mark: Turn: it is told of a timeline, and Timeline is 0: set Timeline to 1 or more, or Turn to nil")
		require.Empty(t, told)
		o.Timeline = 1
		_, err = mark.Heap(t.Context(), h, o)
		require.NoError(t, err)
		require.NotEmpty(t, told[0])
		assert.Contains(t, told[0], timeline.ActivityAlone, "nobody else marks yet")
		assert.Equal(t, timeline.ActivitySleep, told[0][len(told[0])-1])
		for worker := range told {
			assert.Less(t, worker, 2)
		}
	}
}
