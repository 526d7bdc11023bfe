//go:build linux || darwin

package cli

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// otherGo puts a go command on PATH that says it is another version, and then does what the
// script says.
func otherGo(t *testing.T, script string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	real, err := exec.LookPath("go")
	require.NoError(t, err)
	script = strings.NewReplacer("REAL", real, "DIR", dir).Replace(script)
	asked := "case $1 in env) echo go1.999; " + real + " env GOROOT; exit;; esac\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\n"+asked+script+"\n"), 0o755))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return dir
}

// Another Go than the one that made this program may compile the page, and both are named.
func TestSlowPlayWithAnotherGo(t *testing.T) {
	tagged.Slow(t)
	otherGo(t, `exec REAL "$@"`)
	status, _, stderr := runCLI("play", "-o", filepath.Join(t.TempDir(), "p.html"))
	assert.Zero(t, status, stderr)
	assert.Equal(t, "gcbench: warning: go1.999 compiles the page, and gcbench was compiled by "+runtime.Version()+"\n", stderr)
}

// An interrupt while the page is compiled leaves nothing behind: no page, no folder and no
// process that the go command has started. As long as one lives, the pipe has a writer.
func TestSlowPlayInterruptedWhileItCompiles(t *testing.T) {
	tagged.Slow(t)
	dir := otherGo(t, "exec 3>DIR/pipe; (sleep 60; echo ended >&3) & echo > $GOTMPDIR/half; mv $GOTMPDIR/half DIR/began; wait")
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	pipe, err := os.OpenFile(filepath.Join(dir, "pipe"), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	defer pipe.Close()
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	c := startTool(t, "play", "-o", "p.html")
	for { // as long as it takes: go test has its limit
		if _, err := os.Stat(filepath.Join(dir, "began")); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	require.NotEmpty(t, filesIn(t, temp), "the test looks in the wrong folder")
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	assert.Equal(t, 130, c.status(t))
	assert.Contains(t, c.stderr.String(), "gcbench: interrupted; there is no page\n")
	assert.Empty(t, filesIn(t, c.Dir))
	assert.Empty(t, filesIn(t, temp))
	said, err := io.ReadAll(pipe)
	require.NoError(t, err)
	assert.Empty(t, string(said), "what go has started went on to its end")
}

// The page is served where the first line says, until an interrupt, which is no failure.
func TestSlowPlayServes(t *testing.T) {
	tagged.Slow(t)
	c := startTool(t, "play", "theft@a3")
	line, err := bufio.NewReader(c.out).ReadString('\n')
	require.NoError(t, err, c.stderr.String())
	require.Regexp(t, `^http://127\.0\.0\.1:\d+/#theft@a3\n$`, line)
	answer, err := http.Get(strings.TrimSpace(line))
	require.NoError(t, err)
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, answer.StatusCode)
	assert.Contains(t, string(page), "<!doctype html>")
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	assert.Zero(t, c.status(t))
	assert.Empty(t, c.stderr.String())
	assert.Empty(t, filesIn(t, c.Dir))
}
