package machine

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDescribe(t *testing.T) {
	args := []string{"run", "--reps", "6"}
	env := Describe(args)
	assert.Equal(t, runtime.GOARCH, env.GOARCH)
	assert.Equal(t, runtime.Version(), env.Go)
	assert.Positive(t, env.CPUs)
	assert.NotEmpty(t, env.Version)
	args[0] = "changed"
	assert.Equal(t, []string{"run", "--reps", "6"}, env.Command)
	_, err := time.Parse(time.RFC3339, env.Date)
	require.NoError(t, err)
	assert.NotNil(t, Describe(nil).Command, "an empty list in JSON, not null")
}

// TestMemoryGroups: every group above the process's own may have a limit.
func TestMemoryGroups(t *testing.T) {
	var dirs []string
	for _, g := range memoryGroups([]byte("4:cpu:/x\n3:hugetlb,memory:/a/b\n0::/user.slice/../s\n")) {
		dirs = append(dirs, g.dir+"/"+g.limit)
	}
	assert.Equal(t, []string{
		"/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "/sys/fs/cgroup/s/memory.max",
		"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
	}, dirs)
	assert.Len(t, memoryGroups(nil), 2, "the roots")
}

// TestReclaimable: the content of files that have been read is not in anybody's way.
func TestReclaimable(t *testing.T) {
	g := memoryGroup{dir: t.TempDir(), cache: "inactive_file"}
	assert.Zero(t, g.reclaimable(), "nothing is known")
	require.NoError(t, os.WriteFile(filepath.Join(g.dir, "memory.stat"), []byte("anon 5\ninactive_file 4096\ntotal_inactive_file 7\n"), 0o600))
	assert.EqualValues(t, 4096, g.reclaimable())
	g.cache = "total_inactive_file"
	assert.EqualValues(t, 7, g.reclaimable())
}

func TestAvailableMemory(t *testing.T) {
	assert.Greater(t, AvailableMemory(), uint64(1<<20), "this test runs, so some is left")
}
