package interleave_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestPrefixes: the searches behind all prefixes of two steps have the outcomes of a search of
// all, and each of them makes its prefix.
func TestPrefixes(t *testing.T) {
	const seed = 3
	random := rand.New(rand.NewPCG(seed, 0))
	compared := 0
	for i := range randomPrograms() / 3 {
		p := randomProgram(random)
		whole := Explore(p.run, Options{Executions: 2_000})
		if whole.Failure != nil || !whole.Complete {
			continue
		}
		compared++
		for _, search := range []Options{{}, {Within: 100}, {Search: Bounded, Preemptions: 100}} {
			outcomes := map[string]bool{}
			for _, prefix := range prefixesOf(p.run) {
				search.Prefix = prefix
				rep := Explore(p.run, search)
				require.True(t, rep.Complete)
				for outcome := range rep.Outcomes {
					outcomes[outcome] = true
				}
			}
			require.Len(t, outcomes, len(whole.Outcomes), "program %d of seed %d, %+v: %v", i, seed, search, p)
		}
	}
	require.Greater(t, compared, randomPrograms()/6)
}

// prefixesOf are the schedules of two steps that a program of at most 3 threads can make.
func prefixesOf(p Program) (all []string) {
	for _, first := range "abc" {
		for _, second := range "abc" {
			prefix := string(first) + string(second)
			if _, err := Watch(p, prefix); err == nil {
				all = append(all, prefix)
			}
		}
	}
	return all
}

// TestPrefixIsMade: what fails begins with the prefix, preemptions of the prefix do not count,
// and a prefix that cannot be made is refused.
func TestPrefixIsMade(t *testing.T) {
	for _, search := range []Search{Reduced, All} {
		rep := Explore(twice(2), Options{Search: search, Prefix: "ba"})
		require.NotNil(t, rep.Failure)
		require.Regexp(t, "^ba", rep.Failure.Schedule)
	}
	require.Nil(t, Explore(twice(2), Options{Search: Bounded}).Failure)
	require.NotNil(t, Explore(twice(2), Options{Search: Bounded, Prefix: "aba"}).Failure)
	for prefix, says := range map[string]string{"x": "want a schedule", "a5": "step 5 of Options.Prefix: thread a has ended"} {
		func() {
			defer func() { require.Contains(t, fmt.Sprint(recover()), says) }()
			Explore(twice(2), Options{Prefix: prefix})
		}()
	}
}

// twice is a program of two threads that each add 1 to a counter twice, and fail if it is then so much.
func twice(fails uint64) Program {
	return func(w *World) func() {
		var n Uint64
		for _, name := range []string{"left", "right"} {
			w.Go(name, func() {
				for range 2 {
					n.Store(n.Load() + 1)
				}
			})
		}
		return func() {
			if n.Load() == fails {
				w.Failf("%d", fails)
			}
		}
	}
}

// TestPreemptionsAreCounted: a failure knows its preemptions, without those of a prefix, and its steps. The least
// bound with which Bounded finds a failure is its number of preemptions.
func TestPreemptionsAreCounted(t *testing.T) {
	for _, c := range []struct {
		fails  uint64
		prefix string
		least  int
	}{{4, "", 0}, {2, "", 1}, {3, "", 2}, {2, "ab", 0}, {3, "ab2a", 0}, {3, "ab", 1}} {
		for n := range c.least + 1 {
			f := Explore(twice(c.fails), Options{Search: Bounded, Preemptions: n, Prefix: c.prefix}).Failure
			if n < c.least {
				require.Nil(t, f, c)
				continue
			}
			require.NotNil(t, f, c)
			require.Equal(t, n, f.Preemptions, c)
			require.Equal(t, 8, f.Steps)
		}
	}
}
