package stealq_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// TestConformance: every kind keeps the contract. Package stealqtest says which
// properties are judged; the other tests of this package are about single
// algorithms.
func TestConformance(t *testing.T) {
	for _, k := range stealq.Kinds() {
		t.Run("deque="+k.Name, func(t *testing.T) { stealqtest.Run(t, k) })
	}
}

// TestMisuseIsNamed: what panics says what would be right.
func TestMisuseIsNamed(t *testing.T) {
	for _, k := range stealq.Kinds() {
		for _, capacity := range []int{-2, 0, 1, 3, 6, stealq.MaxCapacity + 1, 2 * stealq.MaxCapacity} {
			require.PanicsWithValue(t, fmt.Sprintf("stealq: capacity %d: want a power of two from 2 to 65536", capacity),
				func() { k.New(1, capacity) })
		}
		require.PanicsWithValue(t, "stealq: 0 deques: want at least 1", func() { k.New(0, 8) })
	}
}
