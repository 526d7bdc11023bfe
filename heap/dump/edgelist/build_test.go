package edgelist

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBuild: objects in order of number, references in order of their edges, and an error
// for a number that is no node's.
func TestBuild(t *testing.T) {
	h, err := Build(3, []Edge{{2, 0}, {0, 2}, {2, 1}, {0, 0}}, []uint32{1, 1})
	require.NoError(t, err)
	refs, roots := graph(h)
	assert.Equal(t, [][]uint64{{2, 0}, {}, {0, 1}}, refs)
	assert.Equal(t, []uint64{1, 1}, roots)
	_, err = Build(3, []Edge{{0, 1}, {3, 0}}, nil)
	assert.EqualError(t, err, "edge list: edge 1 begins at node 3: there are 3 nodes, numbered from 0")
	_, err = Build(3, []Edge{{0, 3}}, nil)
	assert.Error(t, err)
	_, err = Build(3, nil, []uint32{3})
	assert.Error(t, err)
}
