package stealq_test

import (
	"reflect"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// TestCountersAdd adds twice, so that each sum has two parts besides what was there:
// a counter left out, overwritten or taken from another shows.
func TestCountersAdd(t *testing.T) {
	var sum, other stealq.Counters
	v := reflect.ValueOf(&other).Elem()
	require.Equal(t, 13, v.NumField())
	for i := range v.NumField() {
		v.Field(i).SetUint(1 << i)
	}
	sum.Add(&other)
	sum.Add(&other)
	s := reflect.ValueOf(sum)
	for i := range s.NumField() {
		require.EqualValues(t, 2<<i, s.Field(i).Uint(), s.Type().Field(i).Name)
		require.EqualValues(t, 1<<i, v.Field(i).Uint(), "what is added stays")
	}
}
