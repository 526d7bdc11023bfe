package mark_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A mark with a timeline allocates nothing, as one without.
func TestTimelineAllocatesNothing(t *testing.T) {
	spec, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := spec.Build(shape.Params{Objects: 20_000, Seed: 1})
	require.NoError(t, err)
	m, err := mark.New(mark.Options{Workers: 2, Timeline: 1 << 12, Tuning: tune.Tuning{Recruit: 1}})
	require.NoError(t, err)
	defer m.Close()
	require.Zero(t, testing.AllocsPerRun(5, func() {
		_, err = m.MarkHeap(context.Background(), h)
	}))
	require.NoError(t, err)
}
