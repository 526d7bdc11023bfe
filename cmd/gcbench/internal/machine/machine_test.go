package machine

import (
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
	for _, g := range memoryGroups([]byte("4:cpu:/x\n3:memory:/a/b\n0::/user.slice/../s\n")) {
		dirs = append(dirs, g.dir+"/"+g.limit)
	}
	assert.Equal(t, []string{
		"/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "/sys/fs/cgroup/s/memory.max",
		"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
	}, dirs)
	assert.Len(t, memoryGroups(nil), 2, "the roots")
}

func TestAvailableMemory(t *testing.T) {
	assert.Greater(t, AvailableMemory(), uint64(1<<20), "this test runs, so some is left")
}
