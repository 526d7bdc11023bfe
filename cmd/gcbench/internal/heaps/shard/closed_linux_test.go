package shard

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestFilesAreClosed: an export, its rounds, and files that are refused leave no file open. The collector,
// which would close them sooner or later, stands still meanwhile.
func TestFilesAreClosed(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	open := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		return len(entries)
	}
	engine, h := plain(t), chain(t, 12)
	exported(t, h, 3, shape.BFS) // the first file opens those of the runtime's poller, too
	before := open()
	dir, _ := exported(t, h, 3, shape.BFS)
	work := filepath.Join(dir, "rounds")
	drive(t, dir, work, engine)
	require.Equal(t, before, open(), "after the rounds")
	for _, extension := range []string{"heap", "out", "ranks"} {
		path := fileOf(dir, 1, extension)
		whole, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, bad := range [][]byte{{}, whole[:len(whole)-1], append([]byte{0}, whole[1:]...)} {
			require.NoError(t, os.WriteFile(path, bad, 0o600))
			_, err = Drive(t.Context(), dir, t.TempDir(), engine, func(Done) {})
			require.Error(t, err)
		}
		require.NoError(t, os.WriteFile(path, whole, 0o600))
	}
	require.Equal(t, before, open(), "after files that are refused")
}
