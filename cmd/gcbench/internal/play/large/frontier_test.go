package large

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestBins: a curve has the largest value of each span, whether it ends early or is halved.
func TestBins(t *testing.T) {
	var b bins
	b.add(0, 3)
	b.add(40, 9)
	b.add(41, 1)
	require.Equal(t, &Curve{16, []uint64{3, 3, 9, 1}}, b.curve(60))

	var c bins
	for at := range 40_000 {
		value := uint64(1)
		if at == 25_064 {
			value = 7
		}
		c.add(time.Duration(at), value)
	}
	got := c.curve(40_000)
	require.EqualValues(t, 128, got.Every)
	require.Len(t, got.Most, 40_000/128+1)
	for i, n := range got.Most {
		require.EqualValues(t, map[bool]int{true: 7, false: 1}[i == 25_064/128], n, "bin %d", i)
	}
}
