//go:build !interleave

package kernel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The shortest of all tries counts, wherever it stands.
func TestLeast(t *testing.T) {
	for shortest := range 3 {
		tries := 0
		got := least(3, func() {
			if tries != shortest {
				time.Sleep(20 * time.Millisecond)
			}
			tries++
		})
		require.Equal(t, 3, tries)
		require.Less(t, got, 20*time.Millisecond)
	}
}
