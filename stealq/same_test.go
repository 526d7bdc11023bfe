//go:build interleave && !fullsize

package stealq

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// TestSameAsTheTranscripts: each transcript without a switch answers what its deque
// does: in every small scene both have the same outcomes, which are what every
// operation returned and what is left. So what gcbench claims says of the transcript
// is true of the deque.
func TestSameAsTheTranscripts(t *testing.T) {
	for _, right := range []scene.Form{
		printed.StealHalf(0), printed.ABP(0), printed.ChaseLev(0), printed.Split(0), printed.Rudolph(0), printed.Central(0),
	} {
		k, err := ParseKind(right.Name)
		require.NoError(t, err)
		scenes := scene.Small(right)
		executions, err := scene.Same(right, SceneForm(k), scenes)
		require.NoError(t, err)
		t.Logf("%s: %d scenes, %d executions", k.Name, len(scenes), executions)
	}
}
