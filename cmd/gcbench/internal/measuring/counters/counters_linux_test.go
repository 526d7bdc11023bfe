package counters

import (
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// software are events that any kernel counts, in the place of the processor's.
var software = [numEvents]config{
	CacheMisses:  {unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS},
	TLBMisses:    {unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS_MIN},
	Instructions: {unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK},
	Cycles:       {unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_CPU_CLOCK},
}

// TestThreadsAreCounted: those that were there, and those that come later. The task clock
// counts nanoseconds of a thread.
func TestThreadsAreCounted(t *testing.T) {
	s, events, err := open(software)
	if err != nil {
		t.Skip("not permitted here: " + err.Error())
	}
	defer s.Close()
	require.Equal(t, []Event{CacheMisses, TLBMisses, Instructions, Cycles}, events)
	before, err := s.Read()
	require.NoError(t, err)
	const each = 30 * time.Millisecond
	var ended sync.WaitGroup
	for range 8 { // more than there were threads
		ended.Go(func() {
			runtime.LockOSThread() // and the thread ends with it
			touched := make([]byte, 1<<20)
			for used := threadTime(); threadTime()-used < each; {
				touched[int(used)%len(touched)]++
			}
		})
	}
	ended.Wait()
	after, err := s.Read()
	require.NoError(t, err)
	var v Values
	v.Add(before, after)
	assert.GreaterOrEqual(t, time.Duration(v[Instructions]), 8*each*9/10)
	assert.Positive(t, v[CacheMisses], "page faults")
}

// threadTime is the processor time of the calling thread.
func threadTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

// TestHardware counts what this machine's processor shows, or tells why it does not.
func TestHardware(t *testing.T) {
	s, events, err := Open()
	if s == nil {
		require.Error(t, err)
		require.Nil(t, events)
		t.Skip("no counters here: " + err.Error())
	}
	defer s.Close()
	v, err := s.Read()
	require.NoError(t, err)
	for _, e := range events {
		t.Logf("event %d: %d", e, v[e])
	}
}

// TestMissingEvents: what the machine does not have is left out, with a reason.
func TestMissingEvents(t *testing.T) {
	some := software
	some[TLBMisses] = config{99, 99}
	s, events, err := open(some)
	require.Error(t, err)
	if s != nil {
		defer s.Close()
		require.Equal(t, []Event{CacheMisses, Instructions, Cycles}, events)
		require.ErrorContains(t, err, "the processor shows no such counters")
	}
	for errno, says := range map[error]string{
		unix.EACCES: "sysctl kernel.perf_event_paranoid=2", unix.EPERM: "CAP_PERFMON", unix.ENOSYS: "CONFIG_PERF_EVENTS",
		unix.ENOENT: "a virtual PMU", errors.New("else"): "perf_event_open: else",
	} {
		require.Contains(t, reason(errno), says)
	}
}

func TestScaled(t *testing.T) {
	assert.EqualValues(t, 7, scaled(7, 10, 10))
	assert.EqualValues(t, 14, scaled(7, 10, 5))
	assert.EqualValues(t, 0, scaled(0, 10, 0), "it never ran")
	var v Values
	v.Add(Values{5, 1}, Values{9, 0})
	assert.Equal(t, Values{4, 0}, v, "an estimate that falls counts nothing")
}
