//go:build !interleave

package mark

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Marker and the header of its memory fill a size class of 2,048 bytes. A mark of a thousand objects would take a quarter of a
// kilobyte more with the next one.
func TestMarkerFitsItsSizeClass(t *testing.T) {
	if strconv.IntSize != 64 {
		t.Skip("words are smaller here")
	}
	require.LessOrEqual(t, reflect.TypeFor[Marker]().Size(), uintptr(2048-8))
}
