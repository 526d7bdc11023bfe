package machines

import (
	"encoding/json"
	"strings"
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
		again, err := Read(strings.NewReader(string(text)), "a file")
		require.NoError(t, err)
		require.Equal(t, m, again)
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

// A wrong file is refused with its name, the offset or the key, and what would be right.
func TestWrongMachines(t *testing.T) {
	good, _ := Named("icelake")
	for key, c := range map[string]struct{ value, says string }{
		"cores":         {`129`, `me.json: machine "icelake": cores cannot be 129: it must be 1 to 128`},
		"group":         {`0`, `group cannot be 0: it must be 1 to cores`},
		"socket":        {`33`, `a multiple of group, and at most cores`},
		"private_bytes": {`1`, `64 to 4 GiB`},
		"last_bytes":    {`64`, `private_bytes to 4 GiB`},
		"overlap":       {`0.5`, `overlap cannot be 0.5: it must be at least 1`},
		"prefetches":    {`0`, `prefetches cannot be 0: it must be at least 1`},
		"object_ns":     {`0`, `above 0`},
		"near_ns":       {`-1`, `me.json: offset `},
		"far_ns":        {`"x"`, `it is not a machine`},
		"nearr_ns":      {`1`, `unknown field "nearr_ns"`},
	} {
		text, err := json.Marshal(good)
		require.NoError(t, err)
		all := map[string]json.RawMessage{}
		require.NoError(t, json.Unmarshal(text, &all))
		all[key] = json.RawMessage(c.value)
		text, err = json.Marshal(all)
		require.NoError(t, err)
		_, err = Read(strings.NewReader(string(text)), "me.json")
		require.ErrorContains(t, err, c.says, key)
	}
}

func TestFixed(t *testing.T) {
	require.Equal(t, Fixed(1235), Of(1.2346))
	require.InDelta(t, 1.235, Of(1.2346).Float(), 0)
	require.EqualValues(t, 1, Of(0).Round())
	require.EqualValues(t, 2, Of(1.5).Round())
}
