//go:build !interleave

package kernel

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// The shortest of all tries counts, wherever it stands.
func TestLeast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for shortest := range 3 {
			tries := 0
			got := least(3, func() {
				if time.Sleep(5 * time.Second); tries != shortest {
					time.Sleep(time.Second)
				}
				tries++
			})
			require.Equal(t, 3, tries)
			require.Equal(t, 5*time.Second, got)
		}
	})
}
