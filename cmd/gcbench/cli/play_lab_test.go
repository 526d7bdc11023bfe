package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

var playLine = regexp.MustCompile(`(?m)^play: gcbench (play --lab answer) '(.+)'$`)

// A check that finds a failing schedule prints a command that makes a page with the answer in it.
func TestSlowPlayLab(t *testing.T) {
	tagged.Slow(t)
	t.Chdir(t.TempDir())
	mustRun(t, "lab", "answer", "chaselev", "answer", "--wrong", "1")
	status, stdout, stderr := runCLI("lab", "check", "answer", "--json", "report.json")
	require.Equal(t, session.ExitFailed, status, stderr)
	line := playLine.FindStringSubmatch(stdout)
	require.NotNil(t, line, stdout)
	report, err := os.ReadFile("report.json")
	require.NoError(t, err)
	assert.Contains(t, string(report), `"play": "`+strings.TrimPrefix(line[0], "play: ")+`"`)

	require.NoError(t, os.WriteFile(filepath.Join("answer", "deque.go"), nil, 0o666))
	status, stdout, stderr = runCLI(append(strings.Fields(line[1]), line[2], "-o", "page.html")...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stdout, "page.html#"+line[2]+"\n")
	assert.Contains(t, stderr, "deque.go was changed: the judge uses its own copy")
	page, err := os.ReadFile("page.html")
	require.NoError(t, err)
	assert.Less(t, len(page), play.LargestPage)
}

// A fault that keeps an answer from being played is said as lab check says it.
func TestPlayLabRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles an answer")
	}
	t.Chdir(t.TempDir())
	mustRun(t, "lab", "start", "mark", "marked")
	mustRun(t, "lab", "start", "bugs", "paper")
	mustRun(t, "lab", "start", "bit", "odd")
	mustRun(t, "lab", "start", "bit", "wrong")
	mustRun(t, "lab", "start", "bit", "foreign")
	require.NoError(t, os.Remove(filepath.Join("odd", "claim.go")))
	require.NoError(t, os.WriteFile(filepath.Join("wrong", "claim.go"), []byte("package answer\n\nfunc Claim(bits []word, i int) bool {\n\treturn nosuch\n}\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join("foreign", "claim.go"), []byte("package answer\n\nimport \"os\"\n\nfunc Claim(bits []word, i int) bool { os.Exit(1); return true }\n"), 0o666))
	for _, c := range []struct {
		dir    string
		status int
		says   string
	}{
		{".", session.ExitUsage, "--lab: . is not the folder of a lab, because it has no lab.json: do you mean one of marked, "},
		{"nowhere", session.ExitUsage, "nowhere"},
		{"marked", session.ExitUsage, "--lab: lab mark has no schedules to play: there is one worker, so no schedule is needed"},
		{"paper", session.ExitUsage, "--lab: lab bugs has no schedules to play: this lab is done on paper"},
		{"odd", session.ExitJudge, "lab bit: the answer cannot be played:\nclaim.go is missing: the lab asks for it"},
		{"wrong", session.ExitJudge, "lab bit: the answer cannot be played:\nit does not compile:\nclaim.go:4:9: undefined: nosuch"},
		{"foreign", session.ExitJudge, `claim.go:3:8: `},
	} {
		status, stdout, stderr := runCLI("play", "--lab", c.dir, "-o", "page.html")
		assert.Equal(t, c.status, status, "%s: %s", c.dir, stderr)
		assert.Empty(t, stdout, c.dir)
		assert.Contains(t, stderr, c.says, c.dir)
		assert.NoFileExists(t, "page.html")
	}
}
