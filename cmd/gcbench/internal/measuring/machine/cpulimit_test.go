package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestQuotaOf(t *testing.T) {
	for text, want := range map[string]float64{
		"250000 100000\n": 2.5, "max 100000\n": 0, "-1\n 100000\n": 0, "50000\n 100000\n": 0.5,
		"": 0, " ": 0, "100000": 0, "100000 0": 0, "x y": 0, "1 2 3": 0, "99999999999999999999 1": 0,
	} {
		assert.Equal(t, want, quotaOf(text), text)
	}
}

// TestGroups: every group above the process's own may have a limit.
func TestGroups(t *testing.T) {
	assert.Equal(t, []group{
		{"/sys/fs/cgroup/cpu/a/b", false}, {"/sys/fs/cgroup/cpu/a", false}, {"/sys/fs/cgroup/s", true},
		{"/sys/fs/cgroup", true}, {"/sys/fs/cgroup/cpu", false},
	}, groupsOf("4:memory:/x\n3:cpu,cpuacct:/a/b\n2:cpuset:/y\n0::/s\n", "cpu"))
	assert.Len(t, groupsOf("x\n::\n", "cpu"), 2, "the roots")
	assert.GreaterOrEqual(t, cpuQuota(), 0.0)
}
