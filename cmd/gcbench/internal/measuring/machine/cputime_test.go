package machine

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCPUTime: work makes the time grow, and other threads' work does, too.
func TestCPUTime(t *testing.T) {
	start, known := CPUTime()
	require.Equal(t, runtime.GOOS != "windows", known)
	if !known {
		t.Skip("this system does not tell")
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and the thread ends with it
		for now := start; now-start < 5*time.Millisecond; now, _ = CPUTime() {
		}
	}()
	<-done
	end, _ := CPUTime()
	assert.GreaterOrEqual(t, end-start, 5*time.Millisecond)
}
