package stage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestDecides: a step decides if another thread that can go on is about to touch the same variable, and one of the two may
// write it.
func TestDecides(t *testing.T) {
	reads, writes := interleave.Standing{Can: true, Object: "n"}, interleave.Standing{Can: true, Object: "n", Writes: true}
	elsewhere, nothing, waits := interleave.Standing{Can: true, Object: "m", Writes: true}, interleave.Standing{Can: true}, interleave.Standing{Object: "n", Writes: true}
	for _, c := range []struct {
		one, other interleave.Standing
		decides    bool
	}{
		{reads, reads, false}, {reads, writes, true}, {writes, reads, true}, {writes, writes, true},
		{writes, elsewhere, false}, {nothing, nothing, false}, {writes, waits, false}, {waits, writes, true},
	} {
		seen := &interleave.Watched{Threads: []interleave.Standing{c.other, c.one, elsewhere}}
		require.Equal(t, c.decides, decides(seen, 1), "%+v", c)
		seen.Ended = true
		require.True(t, decides(seen, 1))
	}
}

// TestMayMeet: a run looks at each step whose variable another thread is about to touch, even if that one waits there.
func TestMayMeet(t *testing.T) {
	seen := &interleave.Watched{Threads: []interleave.Standing{{Can: true, Object: "n"}, {Object: "lock"}, {Object: "old", Done: true}}}
	for object, meets := range map[string]bool{"n": false, "lock": true, "old": false, "": true} {
		require.Equal(t, meets, mayMeet(seen, 0, object), object)
	}
}

// TestSchedulesAreBounded: as many steps as an execution may have are allowed, and not one more.
func TestSchedulesAreBounded(t *testing.T) {
	for schedule, right := range map[string]bool{"a10000": true, "a5000b5000": true, "a10001": false, "a5000b5001": false} {
		_, err := interleave.Steps(schedule)
		require.Equal(t, right, err == nil, schedule)
	}
}

// TestPartlyRepaired: a scene with other wrong lines has no known schedule. It is repaired only if no line is wrong.
func TestPartlyRepaired(t *testing.T) {
	s, switches, err := parse("theft~3")
	require.NoError(t, err)
	require.False(t, s.about(switches).Repaired)
	require.Empty(t, s.about(switches).Winning)
	_, switches, err = parse("theft~0")
	require.NoError(t, err)
	require.Zero(t, switches)
}

// TestSearchStopsBelow: a search that may not go on says below which number of preemptions it has tried all schedules.
func TestSearchStopsBelow(t *testing.T) {
	s, err := named("range-first")
	require.NoError(t, err)
	p, tried := s.Program(0), 0
	for n := range 2 {
		tried += interleave.Explore(p, interleave.Options{Search: interleave.Bounded, Preemptions: n}).Executions
	}
	x := &search{scene: s, program: p, before: 9, executions: mostExecutions - tried - 1, progressed: goOn}
	require.Equal(t, &Found{Below: 2}, x.fewest())
}

// TestOldValueAgain: a compare-and-swap that succeeds though a thread has written the variable is explained.
func TestOldValueAgain(t *testing.T) {
	read := interleave.Made{Thread: 1, Object: "n", Verb: "reads", Text: "n reads: 0"}
	wrote := interleave.Made{Thread: 0, Object: "n", Verb: "writes", Text: "n writes: 0", Wrote: true}
	swap := interleave.Made{Thread: 1, Object: "n", Verb: swaps, Text: "n swaps in: 1, was 0", Wrote: true}
	seen := &interleave.Watched{Threads: []interleave.Standing{{Name: "a"}, {Name: "b", Object: "n"}}}
	ask := askSwap(seen, &interleave.Watched{Made: []interleave.Made{read, wrote, swap}})
	require.NotNil(t, ask)
	require.Zero(t, ask.Right)
	require.Contains(t, ask.Why, "worker a wrote it at step 2. But now n has the old value again")
	require.Nil(t, askSwap(seen, &interleave.Watched{Made: []interleave.Made{read, swap}}), "nobody else is near")
	require.Nil(t, askSwap(seen, &interleave.Watched{Made: []interleave.Made{wrote, swap}}), "it has not read the variable")
}
