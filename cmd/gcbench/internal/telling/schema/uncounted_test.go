package schema

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestUncounted: what a deque of a user's own does not count is null, and everything else is as it was. Read
// again, the result says the same.
func TestUncounted(t *testing.T) {
	for _, c := range []struct {
		deque              string
		workers            int
		attempts, cas      uint64
		steals, operations bool
	}{
		{"mine", 2, 0, 0, false, false},
		{"mine", 1, 0, 0, true, false},
		{"mine", 2, 3, 0, true, false},
		{"mine", 2, 0, 3, false, true},
		{"mine", 2, 3, 3, true, true},
		{"locked", 2, 0, 0, true, true},
	} {
		r := Result{Workers: c.workers}
		r.Shape, r.Deque = "tree", c.deque
		r.Stats.StealAttempts, r.Stats.CAS, r.Stats.DurationNS, r.Stats.Wakes = c.attempts, c.cas, 7, 8
		text, err := json.Marshal(r)
		require.NoError(t, err)
		var written struct{ Stats map[string]any }
		require.NoError(t, json.Unmarshal(text, &written))
		for _, key := range []string{"steal_attempts", "steals", "items_stolen", "steal_empty", "steal_lost"} {
			assert.Contains(t, written.Stats, key)
			assert.Equal(t, c.steals, written.Stats[key] != nil, "%s of %+v", key, c)
		}
		for _, key := range []string{"cas", "cas_failed", "rmw", "stores"} {
			assert.Contains(t, written.Stats, key)
			assert.Equal(t, c.operations, written.Stats[key] != nil, "%s of %+v", key, c)
		}
		var again Result
		require.NoError(t, json.Unmarshal(text, &again))
		assert.Equal(t, r, again)
	}
}
