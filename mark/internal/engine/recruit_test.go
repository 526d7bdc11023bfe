package engine

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// A graph with fast callbacks is marked by one worker alone. With slow ones a second worker
// comes as soon as there is something for it.
func TestSlowCallbacksRecruit(t *testing.T) {
	for _, slow := range []bool{false, true} {
		var once atomic.Bool
		g := Func{Nodes: 40, Successors: func(buf []uint32, node uint32) []uint32 {
			if slow && once.CompareAndSwap(false, true) {
				time.Sleep(2 * policy.CallPatience)
			}
			if node == 0 {
				for to := range uint32(39) {
					buf = append(buf, to+1)
				}
			}
			return buf
		}}
		m, err := New(Options{Workers: 2})
		require.NoError(t, err)
		m.planShared(m.readsNothing())
		r, err := m.MarkGraph(context.Background(), g, []uint32{0})
		require.NoError(t, err)
		if slow {
			require.Positive(t, r.Stats.Sum().Wakes)
		} else if r.Stats.Duration < policy.CallPatience { // else the machine was busy
			require.Zero(t, r.Stats.Sum().Wakes)
		}
		m.Close()
	}
}
