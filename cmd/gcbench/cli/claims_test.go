package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
)

// TestClaims: one claim, for people and for scripts, and the page's parts.
func TestClaims(t *testing.T) {
	stdout := mustRun(t, "claims", "--quick", "--match", "FIGURE 8")
	assert.Contains(t, stdout, "Non-blocking steal-half work queues\n---")
	assert.Contains(t, stdout, "HOLDS          Two thefts")
	assert.Contains(t, stdout, "(32, 14, 16, 16)")
	assert.True(t, strings.HasSuffix(stdout, "PASS: claims that hold: 1; claims that compare times, and have no verdict: 0\n"), stdout)

	status, stdout, stderr := runCLI("claims", "--quick", "--match", "figure 8", "--json", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stderr, "PASS", "the table is on standard error")
	var r map[string]any
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	assert.Len(t, r, 2)
	assert.Equal(t, "gcbench-claims/1", r["schema"])
	require.Len(t, r["claims"], 1)
	row := r["claims"].([]any)[0].(map[string]any)
	assert.Len(t, row, 5)
	assert.Equal(t, true, row["holds"])
	for _, field := range []string{"claim", "source", "measured", "bound"} {
		assert.NotEmpty(t, row[field], field)
	}
}

func TestClaimsRefusesNonsense(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"--match=", "--match: it is empty"},
		{"--match nosuchclaim", "--match: no claim"},
		{"--match figure --markdown page.md", "--markdown and --match exclude each other"},
		{"--json x --markdown x", "both write to x"},
		{"--seed -1", "--seed"},
	} {
		status, stdout, stderr := runCLI(append([]string{"claims", "--quick"}, strings.Fields(c.args)...)...)
		assert.Equal(t, session.ExitUsage, status, c.args)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, c.says)
	}
}

// TestClaimThatDoesNotHold: the report is written, and the exit status is 1.
func TestClaimThatDoesNotHold(t *testing.T) {
	dir := t.TempDir()
	c := claimsCmd{JSON: filepath.Join(dir, "x.json"), Markdown: filepath.Join(dir, "x.md")}
	row := claims.Claim{Text: "two is odd", Section: "section 1", Bound: "odd", Measure: func(claims.Effort) claims.Finding {
		return claims.Finding{Measured: "even"}
	}}
	var stdout, stderr bytes.Buffer
	s := session.New(context.Background(), nil, &stdout, &stderr)
	err := c.check(s, []claims.Paper{{Title: "Numbers", Citation: "On numbers", Claims: []claims.Claim{row}}})
	assert.Equal(t, session.ExitFailed, s.Conclude(err, ""))
	assert.Contains(t, stdout.String(), "DOES NOT HOLD  two is odd")
	assert.Contains(t, stderr.String(), "gcbench: FAIL: 1 of 1 claims do not hold")
	for name, want := range map[string]string{"x.json": `"holds": false`, "x.md": "| two is odd | section 1 | even | odd | does not hold |"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Contains(t, string(text), want)
	}
}

// TestClaimsInterrupted: no report of half of the claims.
func TestClaimsInterrupted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stderr bytes.Buffer
	status := command(ctx, []string{"claims", "--quick", "--match", "hendler", "--json", filepath.Join(dir, "x.json")}, cancelOnWrite{cancel}, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr.String(), "interrupted")
	assert.Empty(t, filesIn(t, dir))
}
