package origin

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A folder that is given by a path from here is told by a path from anywhere, because others
// compile in another folder.
func TestSource(t *testing.T) {
	root, err := Source(t.Context(), "")
	require.NoError(t, err)
	t.Chdir(root)
	assert.False(t, isModule(""), "a program that does not know where it was built takes the folder in which it runs")
	t.Chdir(filepath.Join(root, "cmd"))
	given, err := Source(t.Context(), "..")
	require.NoError(t, err)
	assert.True(t, filepath.IsAbs(given), given)
	assert.True(t, isModule(given))
	_, err = Source(t.Context(), ".")
	assert.ErrorContains(t, err, "is not a folder with the source of "+Module)
}
