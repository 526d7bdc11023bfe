package large

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCurve: a curve has the largest value of each span, whether a mark is short or long.
func TestCurve(t *testing.T) {
	require.Equal(t, &Curve{16, []uint64{3, 3, 9, 1}}, curve([]moment{{0, 3}, {40, 9}, {41, 1}}, 60))
	require.Equal(t, &Curve{16, []uint64{0, 2}}, curve([]moment{{20, 2}, {21, 1}, {999, 1}}, 25), "nothing is behind the end")

	var all []moment
	for at := range 40_000 {
		value := uint64(1)
		if at == 25_064 {
			value = 7
		}
		all = append(all, moment{time.Duration(at), value})
	}
	got := curve(all, 40_000)
	require.EqualValues(t, 128, got.Every)
	require.Len(t, got.Most, 40_000/128+1)
	for i, n := range got.Most {
		require.EqualValues(t, map[bool]int{true: 7, false: 1}[i == 25_064/128], n, "bin %d", i)
	}
}
