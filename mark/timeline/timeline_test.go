package timeline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Each activity and each kind of arrow has a name, and no other number has one.
func TestNames(t *testing.T) {
	require.Len(t, activityNames, int(ActivitySpeculate)+1)
	require.Equal(t, "speculate", ActivitySpeculate.String())
	require.Equal(t, "unknown(9)", Activity(9).String())
	require.Len(t, arrowNames, int(ArrowForward)+1)
	require.Equal(t, "forward", ArrowForward.String())
	require.Equal(t, "unknown(2)", ArrowKind(2).String())
}
