//go:build unix

package machine

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// timesOf are the times in user space and in the kernel.
func timesOf(t *testing.T, who int) (user, kernel time.Duration) {
	t.Helper()
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(who, &u))
	return time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano())
}

// TestOwnTime has the time in the kernel, and the time of children that were waited for.
func TestOwnTime(t *testing.T) {
	user, kernel := timesOf(t, syscall.RUSAGE_SELF)
	all, known := CPUTime()
	assert.True(t, known)
	assert.GreaterOrEqual(t, all, user+kernel)

	if err := exec.Command("/bin/sh", "-c", "i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done").Run(); err != nil {
		t.Skipf("there is no shell here to be a child: %v", err)
	}
	all, _ = CPUTime()
	user, kernel = timesOf(t, syscall.RUSAGE_CHILDREN)
	own, known := ownTime()
	assert.True(t, known)
	assert.GreaterOrEqual(t, own, all+user+kernel)
}
