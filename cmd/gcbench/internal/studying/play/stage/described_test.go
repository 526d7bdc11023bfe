package stage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// TestDescribedSwitches: the lines of a described scene can be repaired, and are wrong until they are repaired.
func TestDescribedSwitches(t *testing.T) {
	for _, name := range []string{
		"printed.stealhalf/wrong=1/capacity=2/fill=1/ops=-,h/bare/items",
		"printed.workrange/wrong=1/low=1/indices=2/owner=t/thieves=ss/only",
	} {
		s, err := named(name)
		require.NoError(t, err)
		require.EqualValues(t, 1, s.switches())
		found, err := s.find(s.switches(), howFewest, goOn)
		require.NoError(t, err)
		require.NotEmpty(t, found.Schedule, name)
		requireSafe(t, s, 0)
	}
}

// TestOtherLines: the lines of a described scene can be other ones than its link has.
func TestOtherLines(t *testing.T) {
	for _, link := range []string{
		"printed.workrange/wrong=0/low=1/indices=2/owner=t/thieves=ss/only", "printed.workrange/low=1/indices=2/owner=t/thieves=ss/only",
		"printed.stealhalf/capacity=2/fill=1/ops=-,h/bare/items",
	} {
		s, err := named(link)
		require.NoError(t, err)
		found, err := s.find(1, howFewest, goOn)
		require.NoError(t, err)
		require.NotEmpty(t, found.Schedule, link)
		requireSafe(t, s, 0)
		_, _, err = parse(link + "~4294967295")
		require.ErrorContains(t, err, "~4294967295 asks for lines that it does not have")
	}
}

// TestProductionHasNoSwitches: a link cannot ask for wrong lines of the production source.
func TestProductionHasNoSwitches(t *testing.T) {
	for _, link := range []string{"stealhalf/wrong=1/capacity=2/fill=1/ops=-,h/bare", "workrange/wrong=1/low=1/indices=2/owner=t/thieves=s"} {
		_, err := named(link)
		require.ErrorContains(t, err, "there is no form")
	}
}

// TestCandidates: a pop can return each item of its worker's deque, a steal says only how it went, and no answer is there twice.
func TestCandidates(t *testing.T) {
	seen := &interleave.Watched{Pictures: []any{scene.State{Deques: []scene.Picture{{Items: []uint64{2, 1}, Slots: []uint64{2, 0, 1, 3}}}}}}
	require.Equal(t, []string{"item 1", "item 2", "nothing"}, candidates("pop", "item 2", seen, 0))
	require.Equal(t, []string{"another worker was faster", "item 1", "nothing to take"}, candidates("steal", "item 1", seen, 0))
	require.Equal(t, []string{"index 3", "nothing"}, candidates("take", "index 3", seen, 0))
}
