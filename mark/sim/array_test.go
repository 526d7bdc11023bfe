package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// The elements of a huge array are also a list. One worker follows the list, and waits for each
// element. Two workers are more than twice as fast, because the second one takes chunks of the array
// meanwhile. The limit allows it. If an object arrives at once, two workers are not more than twice as fast.
func TestListInAnArray(t *testing.T) {
	targets := make([][]uint32, 40_001)
	for i := range uint32(40_000) {
		targets[0] = append(targets[0], i+1)
		if i > 0 {
			targets[i] = []uint32{i + 1}
		}
	}
	h := graph(t, []uint32{0}, targets...)
	of := func(costs costs.Costs) (one *sim.Result, two sim.Point) {
		o := mark.Options{Tuning: tune.Tuning{Marking: tune.MarkingOwner, Speculation: tune.SpeculationOff}}
		curve, err := sim.Sweep(t.Context(), h, sim.Config{Options: o, Costs: costs}, []int{2})
		require.NoError(t, err)
		return curve.One, curve.Points[0]
	}
	one, two := of(costs.Default())
	require.Greater(t, float64(one.Accounts[sim.ForMemory]), 0.85*float64(one.Makespan))
	require.Greater(t, two.Speedup, 3.)
	require.LessOrEqual(t, two.Speedup, two.Limit)

	costs := costs.Default()
	costs.Miss = 0
	_, two = of(costs)
	require.LessOrEqual(t, two.Speedup, 2.)
}
