package lab

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Whatever the judge came to, each check of each lab is listed once, in order, and the points of all are those
// of a right answer.
func TestTally(t *testing.T) {
	for _, l := range All() {
		require.NotEmpty(t, l.items(), l.Name)
		require.Positive(t, l.Most(), l.Name)
		for made := range len(l.items()) + 1 {
			for _, last := range []verdict.State{verdict.Held, verdict.Broken, verdict.Begun, verdict.Skipped} {
				r := &Report{Lab: l.Name, Verdict: verdict.Unjudged}
				want := 0
				for i, item := range l.items()[:made] {
					c := verdict.Check{Name: item.name, State: verdict.Held}
					if i == made-1 {
						c.State = last
					}
					if c.Passed() {
						want += item.points
					}
					r.Checks = append(r.Checks, c)
				}
				if made > 0 && last == verdict.Broken {
					r.Verdict = verdict.Wrong
				} else if made == len(l.items()) && last != verdict.Begun {
					r.Verdict = verdict.Right
				}
				require.NoError(t, r.tally(l))
				names, sum := map[string]bool{}, 0
				for i, c := range r.Checks {
					assert.Equal(t, l.items()[i].name, c.Name)
					assert.Equal(t, i >= made, c.State == verdict.Unreached, "%s: %s", l.Name, c.Name)
					names[c.Name] = true
					sum += c.Points
				}
				assert.Len(t, names, len(l.items()), "%s: a name stands twice", l.Name)
				assert.Equal(t, r.Most, sum, l.Name)
				if r.Verdict == verdict.Unjudged {
					assert.Nil(t, r.Score)
					continue
				}
				assert.Equal(t, want, *r.Score, l.Name)
				assert.Equal(t, r.Verdict == verdict.Right, r.Score != nil && *r.Score == r.Most && r.FirstBroken() == nil)
			}
		}
	}
}

// A judge that makes other checks than the lab lists, or calls an answer right before the last, has failed itself.
func TestTallyOfAnotherJudge(t *testing.T) {
	l, err := Named("bit")
	require.NoError(t, err)
	held := verdict.Check{Name: "every schedule", State: verdict.Held}
	for says, r := range map[string]*Report{
		`has made a check "another"`:        {Checks: []verdict.Check{{Name: "another"}}},
		`has made a check "every schedule"`: {Checks: []verdict.Check{held, held}},
		`"no data race" is unreached`:       {Verdict: verdict.Right, Checks: []verdict.Check{held}},
	} {
		assert.ErrorContains(t, r.tally(l), says)
	}
}
