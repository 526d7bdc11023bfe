package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/stress"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// Every scenario has its row, and the JSON report the same counts.
func TestSlowStress(t *testing.T) {
	tagged.Slow(t)
	stdout := mustRun(t, "stress", "--rounds", "1", "--seed", "3")
	for _, s := range stress.Scenarios() {
		assert.Regexp(t, `(?m)^`+s.Name+` +[0-9].* PASS$`, stdout)
	}
	assert.Contains(t, stdout, fmt.Sprintf(" marks (rounds: %d), nothing lost; no goroutine left\n", len(stress.Scenarios())))

	status, stdout, stderr := runCLI("stress", "--scenario", "lie,tiny", "--rounds", "2", "--json", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stderr, "PASS", "the table makes room for the report")
	var r schema.Stress
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	assert.Equal(t, schema.StressSchema, r.Schema)
	assert.True(t, r.Passed)
	require.Len(t, r.Scenarios, 2)
	assert.Equal(t, "lie", r.Scenarios[0].Scenario)
	tiny := r.Scenarios[1]
	assert.EqualValues(t, 2, tiny.Rounds)
	assert.EqualValues(t, 2*stress.TinyMarks, tiny.Marks)
	assert.Positive(t, tiny.PendedRefs)
	assert.Equal(t, r.Scenarios[0].Marks+tiny.Marks, r.Marks)
}

// --for bounds the time, and both bounds hold together.
func TestStressFor(t *testing.T) {
	assert.Regexp(t, `(?m)^tiny .* PASS$`, mustRun(t, "stress", "--scenario", "tiny", "--for", "50ms"))
	assert.Contains(t, mustRun(t, "stress", "--scenario", "tiny", "--for", "1h", "--rounds", "1"), "PASS: 100 marks (rounds: 1), nothing lost")
}

// --verbose names each round before it begins.
func TestStressVerbose(t *testing.T) {
	status, _, stderr := runCLI("stress", "--scenario", "lie", "--rounds", "2", "--seed", "8", "--verbose")
	require.Equal(t, session.ExitOK, status)
	assert.Regexp(t, `^GOMAXPROCS=\d+ gcbench stress --scenario lie --seed 8 --rounds 1\nGOMAXPROCS=\d+ gcbench stress --scenario lie --seed 9 --rounds 1\n$`, stderr)
}

// A failed round ends the run with status 1, a row, a report and the command that
// repeats it.
func TestStressFailure(t *testing.T) {
	c := &stressCmd{Seed: 1}
	tally := stress.Tally{Tally: schema.Tally{Scenario: "tiny", Rounds: 25, Marks: 2500}}
	failed := &stress.Failure{Scenario: "tiny", Seed: 25, Err: errors.New("an object was lost")}
	r := &schema.Stress{}
	c.fail(r, failed, &tally)
	_, err := text.Stressed(r)
	require.ErrorContains(t, err, "FAIL: scenario tiny, seed 25: an object was lost\nRepeat with: GOMAXPROCS=")
	assert.Contains(t, err.Error(), " gcbench stress --scenario tiny --seed 25 --rounds 1\nIt makes the same rounds again. Whether one fails again depends on the schedule.")
	var row bytes.Buffer
	require.NoError(t, text.NewStressTable(&row).Row(text.Scenario{Tally: &tally, Err: failed}))
	assert.Regexp(t, `(?m)^tiny +2,500 .* FAIL$`, row.String())

	failed = &stress.Failure{Scenario: "tiny", Seed: 1, Whole: true}
	assert.True(t, strings.HasSuffix(c.repeat(failed, &tally), " --seed 1 --rounds 25"), "no single round did it")
	_, rest, _ := strings.Cut(c.repeat(failed, &tally), "gcbench ")
	mustRun(t, append(strings.Fields(rest)[:5], "--rounds", "1")...)
}

func TestStressBadUsage(t *testing.T) {
	for args, says := range map[string]string{
		"--scenario nosuch":    `--scenario: "nosuch" cannot be used: it must be deques, tiny, crowd`,
		"--scenario tiny,tiny": "--scenario: \"tiny\" is in the list twice",
		"--rounds 0":           "--rounds: \"0\" cannot be used: it must be a whole number, 1 to",
		"--for soon":           "--for: expected duration",
		"--for 0s":             "--for: 0s cannot be used: it must be a positive time, such as 90s",
		"--for -5s":            "--for: -5s cannot be used: it must be a positive time, such as 90s",
		"--json":               "--json: ",
	} {
		status, stdout, stderr := runCLI(append([]string{"stress"}, strings.Fields(args)...)...)
		assert.Equal(t, session.ExitUsage, status, args)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, says)
	}
}

// An interrupt ends the run without a report.
func TestStressInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var row, stderr bytes.Buffer
	require.NoError(t, text.NewStressTable(&row).Row(text.Scenario{Tally: &stress.Tally{Tally: schema.Tally{Scenario: "tiny", Rounds: 7, Marks: 700}}, Err: context.Canceled}))
	assert.Regexp(t, `(?m)^tiny +700 .* stopped$`, row.String())
	status := command(ctx, []string{"stress", "--scenario", "tiny,crowd", "--rounds", "1"}, cancelOnWrite{cancel}, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr.String(), "interrupted")
}
