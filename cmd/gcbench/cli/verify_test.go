package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// pair is a heap of two objects of which the given ones are reachable.
func pair(t *testing.T, roots ...uint32) *heap.Heap {
	t.Helper()
	var b heap.Builder
	b.Add(8)
	b.Add(8)
	for _, r := range roots {
		b.Root(r)
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// TestVerifyDemands: marks of a long list with forced speculation that did not harvest have
// verified nothing. Only these fail for it.
func TestVerifyDemands(t *testing.T) {
	passed := schema.Check{Facts: schema.Facts{Shape: "list", Live: measure.LongList}, Deque: "abp", Workers: []int{1, 3}, Passed: true}
	with := func(change func(*schema.Check)) *schema.Check {
		c := passed
		change(&c)
		return &c
	}
	from := flags.Source{Args: []string{"--shape", "list"}}
	for _, c := range []struct {
		check    *schema.Check
		harvests bool
		problem  string
	}{
		{with(func(*schema.Check) {}), true, "no mark of this list harvested, so speculation has not been verified"},
		{with(func(*schema.Check) {}), false, ""},
		{with(func(c *schema.Check) { c.Harvests = 1 }), true, ""},
		{with(func(c *schema.Check) { c.Live-- }), true, ""},
		{with(func(c *schema.Check) { c.Shape = "tree" }), true, ""},
		{with(func(c *schema.Check) { c.Passed, c.Problem = false, "another" }), true, "another"},
	} {
		(&verifyCmd{}).demand(from, c.check, c.harvests)
		assert.Equal(t, c.problem, c.check.Problem)
		assert.Equal(t, c.problem == "", c.check.Passed)
		if strings.HasPrefix(c.problem, "no mark") {
			assert.Regexp(t, `^GOMAXPROCS=\d+ gcbench verify --deque abp --workers 1,3 --shape list$`, c.check.Command)
		}
	}
	harvests := map[string]bool{}
	for _, s := range measure.Settings(nil, []int{1}, 0) {
		harvests[s.Name] = s.Harvests
		assert.Equal(t, s.Harvests, s.Options[0].Tuning.Speculation == tune.SpeculationForce, s.Name)
	}
	assert.True(t, harvests["forced speculation"])
}

// TestWrongMarkFails: a mark that misses an object or marks one too many is a
// FAIL, and an error of a measurement. The marker has no such defect to show,
// so the oracle is asked about another heap.
func TestWrongMarkFails(t *testing.T) {
	for _, c := range []struct {
		asked, marked []uint32
		says          string
	}{
		{[]uint32{0, 1}, []uint32{0}, "1 reachable objects are not marked"},
		{[]uint32{0}, []uint32{0, 1}, "1 unreachable ones are"},
		{[]uint32{1}, []uint32{0}, "granule"},
	} {
		oracle, err := heap.Reachable(pair(t, c.asked...))
		require.NoError(t, err)
		h := pair(t, c.marked...)
		s := &session.Session{Context: context.Background(), Progress: &session.Progress{}}
		check := schema.Check{Passed: true}
		options := []mark.Options{{Deque: stealq.StealHalf, Workers: 1, Tuning: tune.Tuning{Idle: tune.IdleYield}}, {Deque: stealq.StealHalf, Workers: 2, Tuning: tune.Tuning{Idle: tune.IdleYield}}}
		require.NoError(t, (&verifyCmd{Reps: 2}).check(s, flags.Source{}, &check, h, oracle, options))
		assert.False(t, check.Passed)
		assert.Contains(t, check.Problem, c.says)
		assert.Regexp(t, `^GOMAXPROCS=\d+ gcbench run .*--workers 1 .*--deque stealhalf .*--idle yield --marking auto --speculation lone$`, check.Command, "how to repeat it")

		var table bytes.Buffer
		v := schema.Verification{Passed: true}
		v.Add(check)
		require.NoError(t, text.NewVerifyTable(&table, []string{"pair"}).Row(text.Checked{Name: "pair", Check: &check}))
		table.WriteString(text.Verified(&v))
		assert.False(t, v.Passed)
		assert.Contains(t, table.String(), "FAIL")
		assert.NotContains(t, table.String(), "PASS")

		_, err = measure.Run(context.Background(), measure.Plan{Heap: h, Oracle: oracle, Options: []mark.Options{{Workers: 1}}, Samples: 2})
		var wrong *measure.MarkError
		require.ErrorAs(t, err, &wrong)
		assert.Contains(t, err.Error(), c.says)
	}
}

// The JSON report shows that marks had owners, and that marks harvested. The second marks of before are
// refused with words that say where they are now.
func TestVerifyReport(t *testing.T) {
	args := []string{"verify", "--shape", "list", "--objects", "2000", "--deque", "stealhalf", "--workers", "1,2", "--reps", "1"}
	status, stdout, stderr := runCLI(append(args, "--json", "-")...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stderr, "PASS: every mark")
	var r schema.Verification
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	assert.True(t, r.Passed)
	assert.Equal(t, "gcbench-verify/1", r.Schema)
	assert.Positive(t, r.Marks)
	forwarded, harvests := uint64(0), uint64(0)
	for _, c := range r.Checks {
		forwarded += c.RefsForwarded
		harvests += c.Harvests
	}
	assert.Positive(t, forwarded, "no mark had owners")
	assert.Positive(t, harvests, "no mark harvested")
}
