package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// The page is written whole, and its address has the link.
func TestSlowPlayWritesThePage(t *testing.T) {
	tagged.Slow(t)
	t.Chdir(t.TempDir())
	stdout := mustRun(t, "play", "http://127.0.0.1:1/#theft@a3b4a:8", "-o", "p.html")
	page, err := os.ReadFile("p.html")
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(page), "<!doctype html>"))
	lines := strings.Split(stdout, "\n")
	require.Len(t, lines, 3)
	assert.Regexp(t, `^p\.html: \d{7} bytes$`, lines[0])
	assert.Regexp(t, `^file:///.*/p\.html#theft@a3b4a:8$`, lines[1])
	assert.Equal(t, []string{"p.html"}, filesIn(t, "."))

	status, stdout, stderr := runCLI("play", "-o", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Equal(t, string(page), stdout)
}

func TestPlayBadUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"play @a3 -o x", session.ExitUsage, `link "@a3": it must begin with the name of a scene`},
		{"play theft@z -o x", session.ExitUsage, `schedule "z": 'z' at 0: want a letter`},
		{"play thefts@a3 -o x", session.ExitUsage, `there is no scene "thefts": did you mean theft?`},
		{"play theft~99999 -o x", session.ExitUsage, "~99999 asks for lines that it does not have: want a number from 0 to 16383"},
		{"play theft@a99 -o x", session.ExitUsage, "link theft@a99: at step 6 worker a has ended"},
		{"play last-item-right@c -o x", session.ExitUsage, "there is no worker c, only 2 workers"},
		{"play nosuch/ops=-@a3 -o x", session.ExitUsage, `there is no scene "nosuch/ops=-": did you mean `},
		{"play -o x --source . thefts", session.ExitFailed, `did you mean theft? Without a link, the page opens with the list of scenes. The source in . may have the scene`},
		{"play theft twice", session.ExitUsage, `unexpected argument "twice"`},
		{"play theft -o -", session.ExitUsage, "-o - prints no address, and the link theft needs one: leave the link out"},
		{"play -o x --listen 127.0.0.1:0", session.ExitUsage, "--output and --listen exclude each other"},
		{"play --listen 127.0.0.1", session.ExitUsage, `--listen: "127.0.0.1" cannot be used: it must be an address with a port`},
		{"play --listen 127.0.0.1:99999", session.ExitUsage, `--listen: "127.0.0.1:99999"`},
		{"play --listen 256.0.0.1:80", session.ExitFailed, `--listen: "256.0.0.1:80" cannot be used: `},
		{"play --source= -o x", session.ExitUsage, "--source: the name of a folder is missing"},
		{"play -o no/x", session.ExitFailed, "cannot write no" + string(filepath.Separator) + "x"},
		{"play -o .", session.ExitFailed, ". is a directory"},
		{"play -o x --source .", session.ExitFailed, "is not a folder with the source of github.com/seed-3ccf4018/halfmark: it has no go.mod of that module"},
	} {
		status, stdout, stderr := runCLI(strings.Fields(c.args)...)
		assert.Equal(t, c.status, status, "%s: %s", c.args, stderr)
		assert.Empty(t, stdout, c.args)
		assert.Contains(t, stderr, c.says, c.args)
		assert.Empty(t, filesIn(t, "."), c.args)
	}
}

// Without Go there is one sentence, and nothing is left.
func TestPlayWithoutGo(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", t.TempDir())
	status, stdout, stderr := runCLI("play", "-o", "x")
	assert.Equal(t, session.ExitFailed, status)
	assert.Empty(t, stdout)
	assert.Equal(t, "gcbench: this needs the go command, which is not on PATH: install Go from https://go.dev/dl\n", stderr)
	assert.Empty(t, filesIn(t, "."))
}
