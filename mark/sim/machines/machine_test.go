package machines

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
)

// Each known machine is well formed, has costs that can be used, and comes back from its JSON as it was.
func TestKnown(t *testing.T) {
	for _, name := range Names() {
		m, ok := Named(name)
		require.True(t, ok)
		require.NoError(t, m.Validate(), name)
		require.NoError(t, m.Costs(costs.Default()).Validate(), name)
		require.Contains(t, []Distance{Near, Far, Across}, m.Between(0, m.Cores-1))
		text, err := json.Marshal(m)
		require.NoError(t, err)
		var again Machine
		require.NoError(t, json.Unmarshal(text, &again))
		require.Equal(t, *m, again)
		m.Cores = 1
		known, _ := Named(name)
		require.NotEqual(t, 1, known.Cores, "a copy")
	}
	_, ok := Named("abacus")
	require.False(t, ok)
}

func TestBetween(t *testing.T) {
	m, _ := Named("milan")
	for _, c := range []struct {
		a, b int
		want Distance
	}{{3, 3, Here}, {0, 7, Near}, {7, 8, Far}, {47, 48, Across}, {95, 0, Across}} {
		require.Equal(t, c.want, m.Between(c.a, c.b), "%d %d", c.a, c.b)
		require.Equal(t, c.want, m.Between(c.b, c.a))
	}
	require.Equal(t, m.Far, m.Takes(Far))
	require.Zero(t, m.Takes(Here))
}

func TestFixed(t *testing.T) {
	require.Equal(t, Fixed(1235), Of(1.2346))
	require.InDelta(t, 1.235, Of(1.2346).Float(), 0)
	require.EqualValues(t, 1, Of(0).Round())
	require.EqualValues(t, 2, Of(1.5).Round())
}
