package lab

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// This file holds the processes of a judge against answers that were not inspected: another way to
// keep something may always be found.

// uninspected compiles the judge of an answer to chaselev for the explorer.
func uninspected(t *testing.T, answer Files) (*process, *Report) {
	t.Helper()
	f, l, j := probe(t, answer)
	shop, err := newWorkshop(j.Source, l, "", answer)
	require.NoError(t, err)
	t.Cleanup(shop.close)
	program, problems, err := shop.build(t.Context(), explored)
	require.NoError(t, err)
	require.Empty(t, problems)
	r := NotJudged(f, l)
	r.Seed, r.Checks = 1, nil
	return &process{judge: j, shop: shop, program: program, build: explored}, r
}

// TestSlowStateBetweenExecutions: an answer that counts its deques, and does something else from the
// 3,000th on, holds in each process, and is not judged.
func TestSlowStateBetweenExecutions(t *testing.T) {
	tagged.Slow(t)
	files := right(t, "if made++; made > 3000 {\nd.top.Load()\n}")
	files["more.go"] = "package answer\n\nvar made int\n"
	p, r := uninspected(t, files)
	const schedules = 2 // the number of this check
	over, err := p.check(t.Context(), schedules, r)
	require.NoError(t, err)
	assert.True(t, over)
	assert.Equal(t, verdict.Unjudged, r.Verdict)
	require.Len(t, r.Why, 1)
	assert.Regexp(t, `^\d+ of 500 executions that were repeated in a new process went differently there \(seed 1\): `, r.Why[0])
	assert.Equal(t, verdict.Held, r.Checks[0].State, "alone it holds")
}

// TestEachCheckInAProcess: a process makes the check that it is asked for alone, and its events have
// its token. The output of an answer is none of them, and no verdict.
func TestEachCheckInAProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles an answer")
	}
	const forged = `{"token":"","check":{"name":"all","state":"held"},"holds":{"last":true}}`
	files := right(t, "if calls++; calls == 1 {\nforge()\n}")
	files["more.go"] = "package answer\n\nimport \"fmt\"\n\nvar calls int\n\nfunc init() { forge() }\n\nfunc forge() {\nfmt.Println(`" + forged + "`)\nprintln(`" + forged + "`)\n}\n"
	p, _ := uninspected(t, files)
	for check, name := range []string{"one worker", "edge cases"} {
		events, d, err := p.hear(t.Context(), judge.Orders{Check: check, Seed: 1})
		require.NoError(t, err)
		require.Len(t, events, 2)
		for _, e := range events {
			assert.Equal(t, name, e.Check.Name)
		}
		assert.False(t, events[1].Holds.Last)
		assert.Equal(t, []string{forged, forged}, d.said, "in init and at the first steal of each process")
	}
}

// TestSlowExitIsNoVerdict: an answer that ends its process, with whatever status, has no verdict.
func TestSlowExitIsNoVerdict(t *testing.T) {
	tagged.Slow(t)
	files := right(t, "os.Exit(0)")
	for name, text := range files {
		files[name] = strings.Replace(text, "package answer\n", "package answer\n\nimport \"os\"\n", 1)
	}
	p, r := uninspected(t, files)
	over, err := p.check(t.Context(), 0, r)
	require.NoError(t, err)
	assert.True(t, over)
	assert.Equal(t, verdict.Unjudged, r.Verdict)
	assert.Equal(t, []string{"the judge ended without a verdict, with exit status 0"}, r.Why)
}
