package scene

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestStateOfAScene: each deque and each thread's hands are there, and one queue is there once.
func TestStateOfAScene(t *testing.T) {
	s := Scene{Form: stacks("right"), Capacity: 2, Fill: []int{1}, Ops: []string{"-", "o"}}
	state := stateAfter(t, s.Run, "").(State)
	require.Equal(t, []string{"A", "B"}, []string{state.Deques[0].Name, state.Deques[1].Name})
	require.Equal(t, [][]uint64{{}, {}}, state.Hands, "of nobody they are null")
	require.Equal(t, [][]uint64{{1}, {}}, stateAfter(t, s.Run, "a3").(State).Hands)
	s.Form.Shared = true
	state = stateAfter(t, s.Run, "").(State)
	require.True(t, state.Shared)
	require.Len(t, state.Deques, 1)
}

func stateAfter(t *testing.T, p interleave.Program, schedule string) any {
	t.Helper()
	seen, err := interleave.Watch(p, schedule)
	require.NoError(t, err)
	return seen.Pictures[0]
}

// slow is a script that makes a step before each claim.
type slow struct {
	script
	n interleave.Uint64
}

func (r *slow) Take() (Part, bool) {
	r.n.Add(1)
	return r.script.Take()
}

func (r *slow) Steal() (Part, bool) {
	r.n.Add(1)
	return r.script.Steal()
}

// TestStateOfARange: each index has the letters of those who have claimed it, and notes say what was claimed.
func TestStateOfARange(t *testing.T) {
	s := Range{Low: 5, Indices: 4, Owner: "tt", Thieves: []string{"s", "s"}, Make: func() Indices {
		return &slow{script: script{takes: []Part{{1, 5, 6, false}}, steals: []Part{{1, 6, 8, false}, {1, 8, 9, true}}}}
	}}
	require.Equal(t, []Opening{{5, []string{"", "", "", ""}}}, stateAfter(t, s.Run, "").(RangeState).Openings)
	seen, err := interleave.Watch(s.Run, "acba")
	require.NoError(t, err)
	require.NoError(t, seen.Err)
	require.Equal(t, []Opening{{5, []string{"a", "c", "c", "b"}}}, seen.Pictures[0].(RangeState).Openings)
	for i, note := range []string{"take: index 5", "steal: indices 6 to 7", "steal: index 8", "take: nothing"} {
		require.Equal(t, []string{note}, seen.Made[i].Notes)
	}
}

// TestRing: the items lie from top on, whatever the numbers of the slots. A pop in progress can put bottom below top.
func TestRing(t *testing.T) {
	slots := []uint64{11, 12, 13, 14}
	require.Equal(t, []uint64{14, 11}, Ring(slots, 7, 2, 9, 9).Items)
	require.Equal(t, []uint64{13, 14, 11, 12}, Ring(slots, 6, 4, 10, 10).Items)
	below := Ring(slots, 7, ^uint64(0), 6, 6)
	require.Empty(t, below.Items)
	require.Len(t, below.Pointers, 2)
	require.Equal(t, Pointer{"bottom", 5, true}, Ring(slots, 4, 2, 6, 5).Pointers[2])
}
