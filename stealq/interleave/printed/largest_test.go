package printed

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// TestLargestLinks: a link can ask for as much as it may, and a thread alone can have a second deque.
func TestLargestLinks(t *testing.T) {
	for _, link := range []string{
		"printed.stealhalf/capacity=2/fill=1/ops=-" + strings.Repeat(",h", 7) + "/bare",
		"printed.stealhalf/capacity=16/others=16/start=65536/fill=15,1/ops=" + strings.Repeat("-", 64),
	} {
		_, err := scene.ParseLink(link, deques)
		require.NoError(t, err)
	}
	_, err := scene.ParseRange("printed.workrange/low=128/indices=64/owner="+strings.Repeat("t", 64)+"/thieves="+strings.Repeat("s", 64)+strings.Repeat(",s", 6), indices)
	require.NoError(t, err)
	for _, link := range []string{"owner=" + strings.Repeat("t", 65) + "/thieves=s", "owner=t/thieves=" + strings.Repeat("s", 65)} {
		_, err := scene.ParseRange("printed.workrange/low=1/indices=3/"+link, indices)
		require.ErrorContains(t, err, "want at most 64")
	}
}

// TestNoThief: a range without thieves has none, and not one that does nothing.
func TestNoThief(t *testing.T) {
	s, err := scene.ParseRange("printed.workrange/low=1/indices=3/owner=t/thieves=", indices)
	require.NoError(t, err)
	require.Empty(t, s.Thieves)
}
