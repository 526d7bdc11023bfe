package stealq_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowPerturbed runs the concurrent part of the battery and TestLinearizable once more, compiled from the
// same source against atomics that give way. Two goroutines then meet between any two
// operations of a deque, which on few processors they otherwise hardly do: an abp
// whose owner reads age before it publishes bottom passed the ordinary stress.
func TestSlowPerturbed(t *testing.T) {
	tagged.Slow(t)
	out := tagged.Run(t, tagged.FullSize, "^(TestConformance|TestLinearizable)$/deque/(spsc|stampede|stress|no_false_empty|from_each_other)$|^TestThieves",
		[]string{tagged.Yields}, "-short")
	for _, k := range stealq.Kinds() {
		require.Contains(t, out, "--- PASS: TestConformance/deque="+k.Name+"/from_each_other")
		require.Contains(t, out, "--- PASS: TestLinearizable/deque="+k.Name)
	}
}
