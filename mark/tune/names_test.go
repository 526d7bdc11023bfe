package tune

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each choice has the name that its parser knows, and no other number has one.
func TestNames(t *testing.T) {
	requireNames(t, StealPolicies(), ParseStealPolicy, "steal policy", "empty", "probabilistic", "factor")
	requireNames(t, VictimPolicies(), ParseVictimPolicy, "victim policy", "random", "last", "roundrobin", "neighbour")
	requireNames(t, IdlePolicies(), ParseIdlePolicy, "idle policy", "park", "spin", "yield", "backoff")
	requireNames(t, Markings(), ParseMarking, "marking", "auto", "owner", "shared")
	requireNames(t, Speculations(), ParseSpeculation, "speculation", "lone", "auto", "off", "force")
}

func requireNames[P interface {
	~uint8
	fmt.Stringer
}](t *testing.T, all []P, parse func(string) (P, error), what string, names ...string) {
	t.Helper()
	require.Len(t, all, len(names))
	for i, name := range names {
		require.Equal(t, P(i), all[i])
		require.Equal(t, name, all[i].String())
		parsed, err := parse(name)
		require.NoError(t, err)
		require.Equal(t, all[i], parsed)
	}
	require.Equal(t, fmt.Sprintf("unknown(%d)", len(names)), P(len(names)).String())
	_, err := parse("always")
	require.EqualError(t, err, fmt.Sprintf("mark: no %s %q: it must be %s", what, "always", alternatives(names)))
}

func TestAlternatives(t *testing.T) {
	require.Equal(t, "1", alternatives([]int{1}))
	require.Equal(t, "1 or 2", alternatives([]int{1, 2}))
	require.Equal(t, "1, 2 or 3", alternatives([]int{1, 2, 3}))
}
