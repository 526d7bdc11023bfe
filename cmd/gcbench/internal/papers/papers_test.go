package papers

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// TestPage measures every claim that has a verdict, quickly, and holds
// docs/claims.md against what comes out: claims, sources, bounds and verdicts, but
// not the measurements. With -short only what can be said without measuring is
// compared, and each claim must hold on the page.
func TestPage(t *testing.T) {
	papers := Papers()
	results := make([][]Result, len(papers))
	t.Run("measure", func(t *testing.T) {
		for i := range papers {
			results[i] = make([]Result, len(papers[i].Claims))
			t.Run(papers[i].Title, func(t *testing.T) {
				t.Parallel()
				for k := range results[i] {
					results[i][k] = quickly(t, &papers[i], &papers[i].Claims[k])
				}
			})
		}
	})
	var want bytes.Buffer
	require.NoError(t, WriteMarkdown(&want, Effort{}, papers, results))
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "claims.md"))
	require.NoError(t, err)
	assert.Equal(t, masked(want.String()), masked(string(page)),
		"write the page again: go run ./cmd/gcbench claims --markdown docs/claims.md")
}

// quickly measures a claim, or says that it holds where that takes too long.
func quickly(t *testing.T, p *Paper, c *Claim) Result {
	holds := true
	if testing.Short() || raceDetector || c.Timed {
		r := Result{Claim: c.Text, Source: p.Source(c), Bound: c.Bound, Holds: &holds}
		if c.Timed {
			r.Holds = nil
		}
		return r
	}
	r, err := p.Check(c, Effort{Quick: true, Seed: 1})
	assert.NoError(t, err)
	assert.Equal(t, Holds, r.Verdict(), "%s\nmeasured: %s\nto repeat: go run ./cmd/gcbench claims --quick --seed 1 --match %q", c.Text, r.Measured, c.Text)
	assert.NotEmpty(t, r.Measured)
	return r
}

// masked hides the measurements of a page with the commands that play them, and whether they
// were quick.
func masked(page string) string {
	var b strings.Builder
	for before, after, found := strings.Cut(page, "\n"+playing); found; before, after, found = strings.Cut(page, "\n"+playing) {
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
		p := []Paper{{Title: "T", Citation: "On numbers", Claims: []Claim{{Section: "section 1"}}}}
		require.NoError(t, WriteMarkdown(&b, Effort{}, p, [][]Result{{{Claim: claim, Measured: measured, Bound: bound, Holds: holds}}}))
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

// TestReport: a row has exactly five fields, and no verdict if it is timed.
func TestReport(t *testing.T) {
	p := Paper{Title: "T", Citation: "On numbers"}
	c := Claim{Text: "x", Section: "section 1", Bound: "y", Measure: func(Effort) Finding { return finding(false, "z %d", 1) }}
	r, err := p.Check(&c, Effort{})
	require.NoError(t, err)
	assert.Equal(t, Fails, r.Verdict())
	text, err := json.Marshal(Report{Schema: Schema, Claims: []Result{r}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"schema":"gcbench-claims/1","claims":[{"claim":"x","source":"On numbers, section 1","measured":"z 1","bound":"y","holds":false}]}`, string(text))

	c.Timed = true
	r, err = p.Check(&c, Effort{})
	require.NoError(t, err)
	assert.Equal(t, NoVerdict, r.Verdict())
	text, err = json.Marshal(r)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"holds":null`)

	c.Measure = func(Effort) Finding { return Finding{Holds: true, Err: errors.New("no memory")} }
	_, err = p.Check(&c, Effort{})
	assert.ErrorContains(t, err, "T: no memory")
}

// TestSameSeedSameRow: what is counted by turns or simulated is the same again.
func TestSameSeedSameRow(t *testing.T) {
	rows := []Claim{extendedDeque(stealq.StealHalf)[6], lowCost(sim.Dag, stealq.Split).Claims[1], partitioner(func() workRange { return new(stealq.WorkRange) }, true).Claims[2]}
	if testing.Short() {
		rows = rows[1:]
	}
	for _, c := range rows {
		first, second := c.Measure(Effort{Quick: true, Seed: 7}), c.Measure(Effort{Quick: true, Seed: 7})
		assert.Equal(t, first, second)
		assert.NotEqual(t, first.Measured, c.Measure(Effort{Quick: true, Seed: 8}).Measured)
	}
}

// TestText breaks long lines and keeps every word.
func TestText(t *testing.T) {
	long := strings.Repeat("a word ", 60)
	var b bytes.Buffer
	require.NoError(t, (&Result{Claim: long, Source: "s", Measured: "m", Bound: "b"}).WriteText(&b))
	assert.Equal(t, 60, strings.Count(b.String(), "word"))
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, len([]rune(line)), textWidth+1)
	}
}
