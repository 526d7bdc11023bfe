package origin

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A user's settings for other builds do not count, and temporary files go where they are told to.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOFLAGS", "-tags=theirs")
	t.Setenv("GOTMPDIR", filepath.Join(dir, "theirs"))
	printed, err := Go(t.Context(), dir, dir, nil, "env", "GOFLAGS", "GOTMPDIR")
	require.NoError(t, err)
	assert.NotContains(t, printed, "theirs")
	assert.Contains(t, printed, dir)
}
