//go:build amd64 && !race && !interleave

package kernel

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// GODEBUG turns the wide form off and on again, whatever else stands there.
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
		require.Equal(t, off, turnedOff(settings), settings)
	}
	if os.Getenv("GODEBUG") != "" {
		require.False(t, wide && turnedOff(os.Getenv("GODEBUG")))
		return
	}
	again := exec.Command(os.Args[0], "-test.run", "^TestTurnedOff$")
	again.Env = append(os.Environ(), "GODEBUG=cpu.avx512f=off")
	out, err := again.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
