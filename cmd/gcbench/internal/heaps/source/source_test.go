package source

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

func TestBuildAndOpen(t *testing.T) {
	p := shape.Params{Objects: 100, Seed: 3, Layout: shape.BFS}
	h, err := Watch(nil).Build("tree", p)
	require.NoError(t, err)
	assert.Equal(t, []string{"tree", "bfs", ""}, []string{h.Name(), h.Layout(), h.File})

	for name, format := range map[string]dump.Format{"x.heap": dump.Snapshot, "x.el": dump.EdgeList} {
		path := filepath.Join(t.TempDir(), name)
		write, err := Watch(nil).WriterFor(path)
		require.NoError(t, err)
		f, err := os.Create(path)
		require.NoError(t, err)
		require.NoError(t, write(f, h.Heap))
		require.NoError(t, f.Close())
		for _, trust := range []bool{false, true} {
			got, err := Open(path, Reading{Trust: trust})
			require.NoError(t, err)
			assert.Equal(t, format, got.Format)
			assert.Equal(t, []string{name, "", path}, []string{got.Name(), got.Layout(), got.File})
			assert.Equal(t, h.NumObjects(), got.NumObjects())
			assert.Equal(t, h.NumEdges(), got.NumEdges())
			assert.Empty(t, got.Warning)
		}
	}
	_, err = Watch(nil).WriterFor("x")
	assert.ErrorContains(t, err, ".heap")
}

// TestMemory: the estimate covers at least the arena of what is built, and
// refuses in no time what no arena holds.
func TestMemory(t *testing.T) {
	for _, name := range shape.Names() {
		p := shape.Params{Objects: 20_000, Layout: shape.Shuffled}
		need, err := Memory(name, p, 2, nil)
		require.NoError(t, err)
		h, err := Watch(nil).Build(name, p)
		require.NoError(t, err)
		arena := uint64(len(h.Arena()))
		assert.Greater(t, need, arena, name)
		assert.Less(t, need, 4*arena, name)
		more, err := Memory(name, p, 2, func(pilot *heap.Heap) uint64 { return 100 * pilot.NumObjects() })
		require.NoError(t, err)
		assert.Greater(t, more, arena+100*p.Objects*9/10, name)

		p.Objects = heap.MaxObjects
		_, err = Memory(name, p, 2, nil)
		assert.ErrorContains(t, err, "32 GiB", name)
	}
	_, err := Memory("nosuch", shape.Params{Objects: 1}, 0, nil)
	assert.Error(t, err)
}
