package papers

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// TestSlowPage measures every claim that has a verdict, quickly, and holds
// docs/claims.md against what comes out: claims, sources, bounds and verdicts, but
// not the measurements. With -short only what can be said without measuring is
// compared, and each claim must hold on the page.
func TestSlowPage(t *testing.T) {
	tagged.Slow(t)
	papers := Papers()
	results := make([][]claims.Result, len(papers))
	t.Run("measure", func(t *testing.T) {
		for i := range papers {
			results[i] = make([]claims.Result, len(papers[i].Claims))
			t.Run(papers[i].Title, func(t *testing.T) {
				t.Parallel()
				for k := range results[i] {
					results[i][k] = quickly(t, &papers[i], &papers[i].Claims[k])
				}
			})
		}
	})
	var want bytes.Buffer
	require.NoError(t, claims.WriteMarkdown(&want, claims.Effort{}, papers, results))
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "docs", "claims.md"))
	require.NoError(t, err)
	assert.Equal(t, masked(want.String()), masked(string(page)),
		"write the page again: go run ./cmd/gcbench claims --markdown docs/claims.md")
}

// quickly measures a claim, or says that it holds where that takes too long.
func quickly(t *testing.T, p *claims.Paper, c *claims.Claim) claims.Result {
	holds := true
	if testing.Short() || raceDetector || c.Timed {
		r := claims.Result{Claim: c.Text, Source: p.Source(c), Bound: c.Bound, Holds: &holds}
		if c.Timed {
			r.Holds = nil
		}
		return r
	}
	r, err := p.Check(c, claims.Effort{Quick: true, Seed: 1})
	assert.NoError(t, err)
	assert.Equal(t, claims.Holds, r.Verdict(), "%s\nmeasured: %s\nto repeat: go run ./cmd/gcbench claims --quick --seed 1 --match %q", c.Text, r.Measured, c.Text)
	assert.NotEmpty(t, r.Measured)
	return r
}

// masked hides the measurements of a page with the commands that play them, and whether they
// were quick.
func masked(page string) string {
	var b strings.Builder
	for before, after, found := strings.Cut(page, "\n"+claims.Playing); found; before, after, found = strings.Cut(page, "\n"+claims.Playing) {
		_, after, _ = strings.Cut(after, "\n```\n")
		page = before + after
	}
	for line := range strings.Lines(page) {
		if cells := strings.Split(line, " | "); len(cells) == 5 {
			cells[2] = "..."
			line = strings.Join(cells, " | ")
		}
		b.WriteString(strings.Replace(line, "claims --quick", "claims", 1))
	}
	return b.String()
}

// TestPageNotices: the comparison sees a changed claim, bound or verdict, and does
// not see a changed measurement.
func TestPageNotices(t *testing.T) {
	yes, no := true, false
	page := func(claim, measured, bound string, holds *bool) string {
		var b bytes.Buffer
		p := []claims.Paper{{Title: "T", Citation: "On numbers", Claims: []claims.Claim{{Section: "section 1"}}}}
		require.NoError(t, claims.WriteMarkdown(&b, claims.Effort{}, p, [][]claims.Result{{{Claim: claim, Measured: measured, Bound: bound, Holds: holds}}}))
		return masked(b.String())
	}
	same := page("a | b", "7", "c", &yes)
	assert.Equal(t, same, page("a | b", "8 | 9", "c", &yes))
	assert.NotEqual(t, same, page("a | d", "7", "c", &yes))
	assert.NotEqual(t, same, page("a | b", "7", "d", &yes))
	assert.NotEqual(t, same, page("a | b", "7", "c", &no))
	assert.NotEqual(t, same, page("a | b", "7", "c", nil))
}

// TestEveryClaimIsComplete: what the rows say, without measuring.
func TestEveryClaimIsComplete(t *testing.T) {
	rows, seen := 0, map[string]bool{}
	for _, p := range Papers() {
		require.NotEmpty(t, p.Claims)
		for _, c := range p.Claims {
			rows++
			assert.False(t, seen[c.Text], "twice: %s", c.Text)
			seen[c.Text] = true
			assert.NotEmpty(t, c.Section)
			assert.NotEmpty(t, c.Bound)
			assert.Equal(t, c.Timed, c.Bound == "none: times", c.Text)
		}
	}
	assert.GreaterOrEqual(t, rows, 20)
}

// TestSameSeedSameRow: what is counted by turns or simulated is the same again.
func TestSameSeedSameRow(t *testing.T) {
	rows := []claims.Claim{extendedDeque(stealq.StealHalf)[6], lowCost(sim.Dag, stealq.Split).Claims[1], partitioner(func() workRange { return new(stealq.WorkRange) }, true).Claims[2]}
	if testing.Short() {
		rows = rows[1:]
	}
	for _, c := range rows {
		first, second := c.Measure(claims.Effort{Quick: true, Seed: 7}), c.Measure(claims.Effort{Quick: true, Seed: 7})
		assert.Equal(t, first, second)
		assert.NotEqual(t, first.Measured, c.Measure(claims.Effort{Quick: true, Seed: 8}).Measured)
	}
}
