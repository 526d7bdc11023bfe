package stage

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestFewestAndShortest: in the scene no-tag the schedule with the fewest preemptions is not
// the shortest.
func TestFewestAndShortest(t *testing.T) {
	s, err := named("no-tag")
	require.NoError(t, err)
	fewest, err := s.find(s.switches(), howFewest, goOn)
	require.NoError(t, err)
	shortest, err := s.find(s.switches(), howShortest, goOn)
	require.NoError(t, err)
	require.Less(t, fewest.Preemptions, shortest.Preemptions)
	require.Less(t, shortest.Steps, fewest.Steps)
	require.True(t, fewest.Complete && shortest.Complete)
	for _, found := range []*Found{fewest, shortest} {
		seen, err := interleave.Watch(s.Program(s.switches()), found.Schedule)
		require.NoError(t, err)
		require.EqualError(t, seen.Err, found.Failed)
		require.Len(t, seen.Made, found.Steps)
	}
}

// TestFindAfterAnOpening: what the opening has done does not count, and the failure is told as a view tells it.
func TestFindAfterAnOpening(t *testing.T) {
	s, err := named("theft")
	require.NoError(t, err)
	told := *s
	told.Opening = "a3b" // with one preemption
	told.Retell = func(seen *interleave.Watched) {
		if seen.Err != nil {
			seen.Err = errors.New("told")
		}
	}
	for _, how := range []string{howFewest, howShortest} {
		found, err := told.find(s.switches(), how, goOn)
		require.NoError(t, err)
		v := viewOf(t, &told, found.Schedule)
		require.Equal(t, "told", found.Failed)
		require.Equal(t, v.Failed, found.Failed)
		require.Len(t, v.Steps, 4+found.Steps)
		require.Equal(t, 0, found.Preemptions)
		require.True(t, found.Complete)
	}
}

// TestFindReports: a search says at once how far it is, and refuses an unknown way to choose.
func TestFindReports(t *testing.T) {
	s, err := named("theft")
	require.NoError(t, err)
	var first []int
	found, err := s.find(s.switches(), howFewest, func(p Progress) { first = append(first, p.Executions) })
	require.NoError(t, err)
	require.Equal(t, 1, first[0])
	require.GreaterOrEqual(t, found.Executions, first[len(first)-1])
	_, err = s.find(0, "longest", goOn)
	require.ErrorContains(t, err, "want fewest or shortest")
}

// requireRuns requires of each run from a prefix of the winning schedule that it goes on to the
// next decision, and no further.
func requireRuns(t *testing.T, s *Scene) {
	program := s.Program(s.switches())
	for _, prefix := range prefixes(t, s) {
		seen, err := interleave.Watch(program, prefix)
		require.NoError(t, err)
		for i := range seen.Threads {
			v, err := s.run(s.switches(), prefix, i)
			if !seen.Threads[i].Can {
				require.Error(t, err)
				continue
			}
			require.NoError(t, err)
			require.Greater(t, len(v.Steps), len(seen.Made))
			for n := len(seen.Made) + 1; n <= len(v.Steps); n++ {
				require.Equal(t, i, v.Steps[n-1].Thread)
				after, err := interleave.Watch(program, prefix+repeated(i, n-len(seen.Made)))
				require.NoError(t, err)
				require.Equal(t, n == len(v.Steps), decides(after, i), "%s@%s: run of %d, %d steps", s.Name, prefix, i, n)
			}
		}
	}
}

// repeated are n steps of a thread.
func repeated(thread, n int) (steps string) {
	for range n {
		steps += letter(thread)
	}
	return steps
}

// requireAsked requires that each question before a step of the winning schedule has the right
// answer, and that some step has one.
func requireAsked(t *testing.T, s *Scene) {
	whole, asked := viewOf(t, s, s.Winning), 0
	for n, prefix := range prefixes(t, s) {
		step := whole.Steps[n]
		ask := viewOf(t, s, prefix).Threads[step.Thread].Ask
		if ask == nil {
			continue
		}
		asked++
		right := ask.Answers[ask.Right]
		require.Equal(t, n == len(whole.Steps)-1 && whole.Failed != "", ask.Why == "")
		require.GreaterOrEqual(t, len(ask.Answers), 2)
		require.Equal(t, len(ask.Answers), len(slices.Compact(slices.Sorted(slices.Values(ask.Answers)))))
		switch {
		case n == len(whole.Steps)-1 && whole.Failed == "":
			require.Equal(t, "Nothing is wrong.", right)
		case n == len(whole.Steps)-1:
			require.Equal(t, sentence(whole.Failed), right)
		case step.Verb == swaps:
			require.Equal(t, "Yes.", right)
		case step.Verb == fails:
			require.Equal(t, "No.", right)
		default:
			require.Contains(t, step.Notes[0], ": "+right)
		}
	}
	require.Positive(t, asked, s.Name)
	require.LessOrEqual(t, 2*asked, len(whole.Steps), s.Name)
}
