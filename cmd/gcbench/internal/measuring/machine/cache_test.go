package machine

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLastCache: the highest level counts, an instruction cache does not, and what cannot
// be read is not known.
func TestLastCache(t *testing.T) {
	folder := t.TempDir()
	cache := func(name, level, kind, size string) {
		dir := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(dir, 0o700))
		for file, text := range map[string]string{"level": level, "type": kind, "size": size} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text+"\n"), 0o600))
		}
	}
	assert.Zero(t, lastCacheIn(folder))
	cache("index0", "1", "Data", "32K")
	assert.Zero(t, lastCacheIn(folder), "there must be more than a first level")
	cache("index1", "2", "Unified", "1024K")
	assert.EqualValues(t, 1<<20, lastCacheIn(folder))
	cache("index2", "3", "Unified", "36608K")
	assert.EqualValues(t, 36608<<10, lastCacheIn(folder))
	cache("index3", "4", "Instruction", "64M")
	assert.EqualValues(t, 36608<<10, lastCacheIn(folder))
	cache("index4", "5", "Unified", "many")
	assert.Zero(t, lastCacheIn(folder))
}

// TestWaited: threads that work run longer.
func TestWaited(t *testing.T) {
	before, _ := Waited()
	if before == 0 {
		t.Skip("the system does not say")
	}
	for start := time.Now(); time.Since(start) < 5*time.Millisecond; {
	}
	after, waited := Waited()
	assert.Greater(t, after, before)
	assert.GreaterOrEqual(t, waited, time.Duration(0))
}
