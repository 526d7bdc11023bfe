package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// runCommand runs the program in a separate process.
func runCommand(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts processes")
	}
	var out, errs bytes.Buffer
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), asCommand+"=1")
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), out.String(), errs.String()
}

// TestCommand: the table, the totals, and that a second call finds everything done.
func TestCommand(t *testing.T) {
	dir, e := export(t, build(t, "tree", 3000), 3, shape.Alloc)
	status, stdout, stderr := runCommand(t, dir, "--workers", "2")
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Empty(t, stderr)
	foretold := fmt.Sprintf("To come, says the export: %d rounds, %d messages", e.Rounds, e.Messages)
	assert.Contains(t, stdout, foretold)
	assert.Contains(t, stdout, fmt.Sprintf("objects marked in %d rounds with %d messages", e.Rounds, e.Messages))
	assert.Contains(t, stdout, e.Digest)
	assert.Contains(t, stdout, "equal to")

	status, stdout, stderr = runCommand(t, "--runner=prism", dir)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stdout, fmt.Sprintf("An earlier run had completed %d rounds.", e.Rounds))
}

// TestBadUsage says what was wrong and what would be right, and ends with the status for it.
func TestBadUsage(t *testing.T) {
	dir, _ := export(t, build(t, "tree", 1000), 2, shape.Alloc)
	damaged, _ := export(t, build(t, "tree", 1000), 2, shape.Alloc)
	require.NoError(t, os.Truncate(filepath.Join(damaged, "part-0001.out"), 60))
	empty := t.TempDir()
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{nil, session.ExitUsage, "there are 0 arguments: give one"},
		{[]string{dir, dir}, session.ExitUsage, "there are 2 arguments"},
		{[]string{"--what", dir}, session.ExitUsage, "-what"},
		{[]string{"--workers", "0", dir}, session.ExitUsage, "--workers 0: must be 1 to 1024"},
		{[]string{dir, "--runner", "dataflow"}, session.ExitUsage, "must be one of flink, prism"},
		{[]string{dir, "--runner", "spark"}, session.ExitUsage, "needs --endpoint"},
		{[]string{dir, "--async"}, session.ExitUsage, "leave it out"},
		{[]string{dir, "--what"}, session.ExitUsage, "Try: beam --help"},
		{[]string{empty}, session.ExitFailed, "gcbench export"},
		{[]string{filepath.Join(empty, "no")}, session.ExitFailed, "gcbench export"},
		{[]string{damaged}, session.ExitFailed, "part-0001.out: offset"},
	} {
		status, stdout, stderr := runCommand(t, c.args...)
		assert.Equal(t, c.status, status, "%q: %s", c.args, stderr)
		assert.True(t, strings.HasPrefix(stderr, "beam: "), stderr)
		assert.Contains(t, stderr, c.says)
		assert.NotContains(t, stderr, "DoFn", "what Beam says around it")
		if c.status == session.ExitUsage {
			assert.Empty(t, stdout)
		}
	}
}

func TestHelp(t *testing.T) {
	status, stdout, stderr := runCommand(t, "--help")
	assert.Equal(t, session.ExitOK, status)
	assert.Empty(t, stderr)
	for _, text := range []string{"--runner", "--work ", "--workers", "--log", "--endpoint", "--environment_type", "PROCESS", "(default prism)", "(default 1)"} {
		assert.Contains(t, stdout, text)
	}
	for _, text := range []string{"--control_endpoint", "--test", "--stealqtest", "--async", "(required)"} {
		assert.NotContains(t, stdout, text)
	}
	for line := range strings.Lines(stdout) {
		assert.LessOrEqual(t, len([]rune(line)), wrap.Width+1, line)
	}
}

func TestVersion(t *testing.T) {
	status, stdout, stderr := runCommand(t, "--version")
	assert.Equal(t, session.ExitOK, status)
	assert.Empty(t, stderr)
	assert.Contains(t, stdout, "beam "+machine.Version)
	assert.Contains(t, stdout, "Apache Beam "+core.SdkVersion)
}
