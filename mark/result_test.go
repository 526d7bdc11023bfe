package mark

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// counts calls f for every number in a WorkerStats, those of its deque included.
func counts(v reflect.Value, f func(name string, v reflect.Value)) {
	for i := range v.NumField() {
		if v.Field(i).Kind() == reflect.Struct {
			counts(v.Field(i), f)
		} else {
			f(v.Type().Field(i).Name, v.Field(i))
		}
	}
}

// Sum adds each count of each worker: none is left out, taken for another, or
// overwritten by the last worker's.
func TestSumAddsEachCount(t *testing.T) {
	var s Stats
	s.Workers = make([]WorkerStats, 3)
	fields := 0
	for i := range s.Workers {
		n := 0
		counts(reflect.ValueOf(&s.Workers[i]).Elem(), func(_ string, v reflect.Value) {
			if n++; v.CanUint() {
				v.SetUint(uint64(n * n))
			} else {
				v.SetInt(int64(n * n))
			}
		})
		fields = n
	}
	require.Equal(t, 25+13+4, fields)
	sum, n := s.Sum(), 0
	counts(reflect.ValueOf(sum), func(name string, v reflect.Value) {
		n++
		want := 3 * n * n
		if v.CanUint() {
			require.EqualValues(t, want, v.Uint(), name)
		} else {
			require.EqualValues(t, want, v.Int(), name)
		}
	})
}

func TestImbalance(t *testing.T) {
	for _, c := range []struct {
		scanned []uint64
		want    float64
	}{
		{[]uint64{0, 0}, 1},
		{[]uint64{7}, 1},
		{[]uint64{5, 5, 5}, 1},
		{[]uint64{0, 12, 0}, 3},
		{[]uint64{6, 1, 1}, 2.25},
		{[]uint64{1, 1, 6}, 2.25},
	} {
		var s Stats
		for _, n := range c.scanned {
			s.Workers = append(s.Workers, WorkerStats{Scanned: n})
		}
		require.Equal(t, c.want, s.Imbalance(), "%v", c.scanned)
	}
}

// What is not busy is idle, what is idle and not hoarded is starved, and hoarded time
// is never more than idle time. The termination begins when the last worker has left.
func TestTimesOfAMark(t *testing.T) {
	m, _ := policyMarker(t, Options{Workers: 3})
	start := time.Now()
	for i, busy := range []time.Duration{10, 4, 11} {
		m.workers[i].Marked = uint64(i + 1)
		m.workers[i].Busy = busy * time.Second
	}
	m.workers[0].Left = start.Add(8 * time.Second)
	m.workers[2].Left = start.Add(7 * time.Second)
	m.workers[0].Waited = 2 * time.Second
	m.workers[1].Hoarded = time.Second
	m.summarize(start, start.Add(10*time.Second))
	s := &m.result.Stats
	require.Equal(t, 10*time.Second, s.Duration)
	require.Equal(t, 2*time.Second, s.Termination)
	require.EqualValues(t, 6, s.Marked)
	require.Equal(t, 6*time.Second, s.Sum().Idle)
	require.Equal(t, 3*time.Second, s.Hoarded)
	require.Equal(t, 3*time.Second, s.Starved)

	m.workers[0].Waited = time.Minute
	m.summarize(start, start.Add(10*time.Second))
	require.Equal(t, 6*time.Second, s.Hoarded)
	require.Zero(t, s.Starved)
}
