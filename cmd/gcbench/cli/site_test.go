package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// The command says what it has written, and writes over its own site alone.
func TestSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	for range 2 {
		assert.Regexp(t, `^\S+site: \d+ files, \d+ bytes\nfile:///\S+/site/index.html\n$`, mustRun(t, "site", "--without-play", "-o", dir))
	}
	assert.NoFileExists(t, filepath.Join(dir, "play.html"))
	require.NoError(t, os.Remove(filepath.Join(dir, "index.html")))
	for want, args := range map[string][]string{
		"--output: " + dir + " is not empty, and gcbench site has not made it: name a new folder": {"site", "-o", dir},
		"missing flags: --output=DIR": {"site"},
		`unexpected argument "x"`:     {"site", "-o", "y", "x"},
	} {
		status, stdout, stderr := runCLI(args...)
		assert.Equal(t, session.ExitUsage, status, "%q", args)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, want)
	}
	status, _, stderr := runCLI("site", "--source", dir, "-o", filepath.Join(dir, "new"))
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr, "is not a folder with the source of")
	assert.NoFileExists(t, filepath.Join(dir, "new"))
}

// Where no Go can compile the page, the site is not made, and the error says how to do without.
func TestSiteWithoutGo(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	status, _, stderr := runCLI("site", "-o", filepath.Join(dir, "site"))
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr, "this needs the go command, which is not on PATH: install Go from https://go.dev/dl, or give --without-play")
	assert.NoDirExists(t, filepath.Join(dir, "site"))
	mustRun(t, "site", "--without-play", "-o", filepath.Join(dir, "site"))
}

// The page of play in a site leads to the site.
func TestSlowSite(t *testing.T) {
	tagged.Slow(t)
	dir := t.TempDir()
	mustRun(t, "site", "-o", dir)
	page, err := os.ReadFile(filepath.Join(dir, "play.html"))
	require.NoError(t, err)
	assert.Contains(t, string(page), "<body data-site>")
	for _, link := range []string{"index.html", "docs/course/index.html"} {
		assert.Contains(t, string(page), `<a href="`+link+`">`)
		assert.FileExists(t, filepath.Join(dir, filepath.FromSlash(link)))
	}
}
