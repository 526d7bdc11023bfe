package edgelist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBuild: objects in order of number, references in order of their edges, and an error
// for a number that is no node's.
func TestBuild(t *testing.T) {
	edges := func(pairs ...[2]uint32) *Edges {
		e := new(Edges)
		for _, p := range pairs {
			e.Add(p[0], p[1])
		}
		return e
	}
	h, err := edges([2]uint32{2, 0}, [2]uint32{0, 2}, [2]uint32{2, 1}, [2]uint32{0, 0}).Build(3, []uint32{1, 1})
	require.NoError(t, err)
	refs, roots := graph(h)
	assert.Equal(t, [][]uint64{{2, 0}, {}, {0, 1}}, refs)
	assert.Equal(t, []uint64{1, 1}, roots)
	for _, wrong := range []*Edges{edges([2]uint32{0, 1}, [2]uint32{3, 0}), edges([2]uint32{3, 0}, [2]uint32{1, 0}), edges([2]uint32{1, 0}, [2]uint32{0, 0}, [2]uint32{3, 0})} {
		_, err = wrong.Build(3, nil)
		assert.EqualError(t, err, "edge list: an edge begins at node 3: there are 3 nodes, numbered from 0")
	}
	_, err = edges([2]uint32{0, 3}).Build(3, nil)
	assert.Error(t, err)
	_, err = edges().Build(3, []uint32{3})
	assert.Error(t, err)
	_, err = edges([2]uint32{0, 0}).Build(0, nil)
	assert.ErrorContains(t, err, "there are 0 nodes")
}
