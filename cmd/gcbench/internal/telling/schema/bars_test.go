package schema

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestBars: they stand side by side, have every level once, and no two differ by more than one
// level.
func TestBars(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.SliceOf(rapid.Uint64Range(0, 9)).Draw(t, "levels")
		all := BarsOf(levels, rapid.IntRange(1, 9).Draw(t, "most"))
		next, objects := 0, uint64(0)
		for _, b := range all {
			require.Equal(t, next, b.From)
			require.InDelta(t, float64(len(levels))/float64(len(all)), b.Levels, 0.9999)
			for _, n := range levels[b.From : b.From+b.Levels] {
				b.Objects -= n
				objects += n
				require.LessOrEqual(t, n, b.Widest)
			}
			require.Zero(t, b.Objects)
			require.Contains(t, levels[b.From:b.From+b.Levels], b.Widest)
			next += b.Levels
		}
		require.Equal(t, len(levels), next)
	})
}
