package stealq_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestPerturbed runs the concurrent part of the battery once more, compiled from the
// same source against atomics that give way. Two goroutines then meet between any two
// operations of a deque, which on few processors they otherwise hardly do: an abp
// whose owner reads age before it publishes bottom passed the ordinary stress.
func TestPerturbed(t *testing.T) {
	out := tagged.Run(t, tagged.FullSize, "^TestConformance$/deque/(spsc|stampede|stress|no_false_empty|from_each_other)$|^TestThieves",
		[]string{tagged.Yields}, "-short")
	for _, k := range stealq.Kinds() {
		require.Contains(t, out, "--- PASS: TestConformance/deque="+k.Name+"/from_each_other")
	}
}
