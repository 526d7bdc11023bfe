package overflow_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

func TestSmoke(t *testing.T) {
	p := overflow.NewPool(2, 4)
	l := overflow.NewList(p)
	require.Equal(t, 8, l.Publish([]uint32{1, 2, 3, 4, 5, 6, 7, 8, 9}))
	s := overflow.NewPending(70000)
	for r := uint32(0); r < 70000; r += 7 {
		require.True(t, s.Add(r))
		require.False(t, s.Add(r))
	}
	got := map[uint32]bool{}
	buf := make([]uint32, 64)
	for {
		n := s.Take(buf, 3)
		if n == 0 {
			break
		}
		require.Equal(t, -1, overflow.CheckPending(s))
		for _, r := range buf[:n] {
			require.False(t, got[r])
			require.Zero(t, r%7)
			got[r] = true
		}
	}
	require.Len(t, got, 10000)
	require.True(t, s.Empty())
	require.Equal(t, 4, l.Take(buf))
	require.Equal(t, []uint32{5, 6, 7, 8}, buf[:4])
	require.Equal(t, 1, p.Free())
}
