package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// A platform's flags without a platform, or for another one, are refused before anything is judged.
func TestLabFormatBadUsage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	mustRun(t, "lab", "start", "mark", dir)
	t.Setenv("CLASSROOM", "")
	for flags, says := range map[string]string{
		"-o x":                                "--output is for --format",
		"--problem x":                         "--problem is for --format autolab",
		"--format gradescope --problem x":     "--problem is for --format autolab",
		"--format nosuch":                     "classroom50, gradescope or autolab",
		"--format autolab --json -":           "--format and --json both write to -",
		"--format classroom50":                "--format classroom50: the environment variable CLASSROOM is missing",
		"--format gradescope -o no/such/file": "no/such",
	} {
		status, stdout, stderr := runCLI(append([]string{"lab", "check", dir}, strings.Fields(flags)...)...)
		assert.Contains(t, []int{session.ExitUsage, session.ExitFailed}, status, flags)
		assert.Empty(t, stdout, flags)
		assert.Contains(t, stderr, says)
	}
}

// Of an answer without a verdict Gradescope gets the reason, and Autolab null in the last line, after which nothing comes.
func TestLabFormatUnjudged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	require.NoError(t, os.Mkdir(dir, 0o777))
	results := filepath.Join(t.TempDir(), "results.json")
	status, _, stderr := runCLI("lab", "check", dir, "--lab", "mark", "--format", "gradescope", "-o", results)
	assert.Equal(t, session.ExitJudge, status)
	assert.Contains(t, stderr, "cannot be judged, so it has no score")
	text, err := os.ReadFile(results)
	require.NoError(t, err)
	assert.Regexp(t, `^{"output":"mark: not judged.*"}\n$`, string(text))

	status, stdout, stderr := runCLI("lab", "check", dir, "--lab", "mark", "--format", "autolab", "--problem", "Mark")
	assert.Equal(t, session.ExitJudge, status)
	assert.True(t, strings.HasSuffix(stdout, "\n"+`{"scores":{"Mark":null}}`+"\n"), stdout)
	assert.Empty(t, stderr, "on the platform it would come behind the line")
}

// block is the text of the block of this language in the page for teachers.
func block(t *testing.T, language string) string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/course/teachers.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(page), "\n```"+language+"\n")
	require.True(t, found)
	text, _, _ = strings.Cut(text, "\n```\n")
	return text + "\n"
}

// installed puts a gcbench into a folder, which is this program.
func installed(t *testing.T, dir string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o777))
	script := fmt.Sprintf("#!/bin/sh\nexec '%s' %s \"$@\"\n", os.Args[0], toolChild)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "gcbench"), []byte(script), 0o700))
}

// needs skips a test where programs are missing.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("there is no %s here", p)
		}
	}
}

// TestSlowAutograder: the autograder.py of the page does what Classroom 50 expects of one.
func TestSlowAutograder(t *testing.T) {
	tagged.Slow(t)
	needs(t, "python3", "git", "sh")
	home := t.TempDir()
	installed(t, filepath.Join(home, "halfmark"))
	grader := filepath.Join(t.TempDir(), "autograder.py")
	require.NoError(t, os.WriteFile(grader, []byte(block(t, "python")), 0o600))
	for _, c := range []struct {
		name   string
		wrong  int // -1 is as it was given
		more   string
		status int
		score  float64
	}{{"right", 0, "", 0, 10}, {"wrong", -1, "", 0, 0}, {"unjudged", 0, "func x(", 4, -1}} {
		t.Run(c.name, func(t *testing.T) {
			repository := t.TempDir()
			lab := startedFor(t, "bit", c.wrong, "ann")
			lab["claim.go"] += c.more
			lab.put(t, filepath.Join(repository, "bit"))
			run := func(name string, args ...string) (string, int) {
				cmd := exec.Command(name, args...)
				cmd.Dir = repository
				cmd.Env = append(os.Environ(), "HOME="+home, "GOCACHE="+goEnv(t, "GOCACHE"), "GOMODCACHE="+goEnv(t, "GOMODCACHE"), "CLASSROOM=gc", "ASSIGNMENT=bit", "ASSIGNMENT_TYPE=individual",
					"OWNER=ann", "SUBMISSION_TAG=submit/1", "COMMIT_URL=https://example.com/c", "RELEASE_URL=https://example.com/r", "GIT_COMMITTER_DATE=2026-02-03T04:05:06+01:00")
				out, _ := cmd.CombinedOutput()
				return string(out), cmd.ProcessState.ExitCode()
			}
			for _, args := range []string{"init -q", "add -A", "-c user.name=x -c user.email=x@y commit -q -m x"} {
				out, status := run("git", strings.Fields(args)...)
				require.Zero(t, status, out)
			}
			old := filepath.Join(repository, "result.json") // the student's own, which must not count
			link(t, filepath.Join(home, "victim"), old)
			out, status := run("python3", grader)
			require.Equal(t, c.status, status, out)
			assert.NoFileExists(t, filepath.Join(home, "victim"))
			text, err := os.ReadFile(old)
			if c.score < 0 {
				assert.ErrorIs(t, err, os.ErrNotExist)
				return
			}
			require.NoError(t, err)
			var r map[string]any
			require.NoError(t, json.Unmarshal(text, &r))
			assert.Equal(t, []any{c.score, 10.0, "2026-02-03T03:05:06Z", "https://example.com/c"}, []any{r["score"], r["max-score"], r["datetime"], r["review"]})
		})
	}
}

// goEnv is a setting of the go command, which a test with another home keeps.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

// TestSlowAutolab: whatever the verdict, the last line of the page's Makefile is one that Autolab can read.
func TestSlowAutolab(t *testing.T) {
	tagged.Slow(t)
	needs(t, "make", "tar", "sh")
	for score, submission := range map[string]handedIn{"0": started(t, "bit", -1), "null": {"notes": "none"}} {
		dir := t.TempDir()
		installed(t, filepath.Join(dir, "halfmark"))
		handedIn{"Makefile": block(t, "make")}.put(t, dir)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "handin.zip"), submission.zip(t), 0o600))
		require.NoError(t, exec.Command("tar", "-C", dir, "-cf", filepath.Join(dir, "autograde.tar"), "halfmark").Run())
		out, err := exec.Command("make", "-s", "-C", dir).CombinedOutput()
		require.NoError(t, err, "%s", out)
		lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
		assert.Equal(t, `{"scores":{"Mark bit":`+score+`}}`, lines[len(lines)-1], "%s", out)
	}
}
