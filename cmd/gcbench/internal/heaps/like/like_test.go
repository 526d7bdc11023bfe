package like

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// find looks for what a shape resembles, with another seed.
func find(t *testing.T, name string, layout shape.Layout, objects uint64) []schema.Likeness {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Seed: 7, Layout: layout})
	require.NoError(t, err)
	reached, err := heap.Levels(h)
	require.NoError(t, err)
	calls, last := 0, uint64(0)
	found := Find(h, reached, func(done, all uint64) {
		calls++
		require.Less(t, done, all)
		last = all - done
	})
	require.Positive(t, calls)
	require.EqualValues(t, 1, last)
	for i := 1; i < len(found); i++ {
		require.LessOrEqual(t, found[i].Score, found[i-1].Score)
	}
	return found
}

// TestSlowFindsItself: a shape resembles itself, also with parameters that it was not built with by default.
func TestSlowFindsItself(t *testing.T) {
	tagged.Slow(t)
	for _, c := range []struct {
		name   string
		layout shape.Layout
		family string
	}{{"random:degree=9", shape.Alloc, "random:degree=9"}, {"gcbench", shape.Alloc, "gcbench"}, {"list", shape.Shuffled, "list"}, {"program", shape.Alloc, "program"}} {
		found := find(t, c.name, c.layout, 8000)
		require.Len(t, found, reports)
		assert.True(t, strings.HasPrefix(found[0].Shape, c.family), "%s and not %s", found[0].Shape, c.family)
		if c.family == "gcbench" || c.family == "program" { // the others lie at random places in two layouts
			assert.Equal(t, c.layout.String(), found[0].Layout)
		}
		assert.Greater(t, found[0].Score, 0.95)
		assert.Less(t, found[1].Score, found[0].Score)
		assert.Len(t, found[0].Traits, int(numTraits))
		assert.Contains(t, found[0].Command, "--shape "+c.family)
	}
}

// TestTinyHeaps: heaps of one object and of garbage alone resemble something or nothing, and nothing fails.
func TestTinyHeaps(t *testing.T) {
	for _, root := range []bool{true, false} {
		var b heap.Builder
		b.Add(0)
		if root {
			b.Root(0)
		}
		h, err := b.Build()
		require.NoError(t, err)
		reached, err := heap.Levels(h)
		require.NoError(t, err)
		for _, l := range Find(h, reached, func(uint64, uint64) {}) {
			assert.GreaterOrEqual(t, l.Score, 0.)
			assert.LessOrEqual(t, l.Score, 1.)
		}
	}
}

// TestScore: alike is 1, and the ends are 0.
func TestScore(t *testing.T) {
	ratio, share := compared[refsEach], compared[near]
	assert.InDelta(t, 1, ratio.score(3, 3), 1e-9)
	assert.InDelta(t, 0.5, ratio.score(2, 4), 1e-9)
	assert.InDelta(t, 0, ratio.score(1, 4), 1e-9)
	assert.InDelta(t, 0, ratio.score(0, 50), 1e-9)
	assert.InDelta(t, 1, ratio.score(0, 0), 1e-9)
	assert.InDelta(t, 0.8, share.score(0.3, 0.4), 1e-9)
	assert.InDelta(t, 0, share.score(1, 0.2), 1e-9)
}
