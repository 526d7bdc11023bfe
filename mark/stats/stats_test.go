package stats

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// counts calls f for every number in a Worker, those of its deque included.
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
	var s Mark
	s.Workers = make([]Worker, 3)
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
		var s Mark
		for _, n := range c.scanned {
			s.Workers = append(s.Workers, Worker{Grey: Grey{Scanned: n}})
		}
		require.Equal(t, c.want, s.Imbalance(), "%v", c.scanned)
	}
}
