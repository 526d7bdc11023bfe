package stress

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowStalledAtAnyAtomicStep runs all scenarios compiled, from the same source,
// against atomics that stall: any worker may be stopped before any atomic operation
// of marker, deques and overflow while the others go on.
func TestSlowStalledAtAnyAtomicStep(t *testing.T) {
	tagged.Slow(t)
	rounds := max(3, *roundsFlag)
	out := tagged.Run(t, tagged.FullSize, "^TestScenarios$", []string{tagged.Stalls},
		"-rounds", fmt.Sprint(rounds), "-seed", fmt.Sprint(*seedFlag))
	for _, s := range Scenarios() {
		require.Contains(t, out, "--- PASS: TestScenarios/"+s.Name)
	}
}
