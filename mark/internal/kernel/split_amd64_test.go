//go:build amd64 && !race && !interleave

package kernel

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// GODEBUG turns each form off and on again, whatever else stands there.
func TestTurnedOff(t *testing.T) {
	for settings, off := range map[string]bool{
		"":                                   false,
		"gctrace=1":                          false,
		"cpu.avx512f=off":                    true,
		"cpu.all=off":                        true,
		"gctrace=1,cpu.avx512f=off":          true,
		"cpu.all=off,cpu.avx512f=on":         false,
		"cpu.avx512f=on,cpu.all=off":         true,
		"cpu.avx2=off,cpu.avx512fma=off":     false,
		"cpu.avx512f=off,cpu.avx512f=on,x=1": false,
	} {
		require.Equal(t, off, turnedOff(settings, "avx512f"), settings)
	}
	require.LessOrEqual(t, lanesWith("cpu.avx512f=off"), 8)
	require.Equal(t, 1, lanesWith("cpu.all=off"))
	require.NotEqual(t, 8, lanesWith("cpu.avx2=off"))
	require.Equal(t, lanes, lanesWith(os.Getenv("GODEBUG")))
}
