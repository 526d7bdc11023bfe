package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestReportPage: run, compare and sim write files of which report makes one page, in a file
// or on standard output.
func TestReportPage(t *testing.T) {
	dir := t.TempDir()
	place := func(name string) string { return filepath.Join(dir, name) }
	a, b := recorded(t, nil, around(1000, 6)...), recorded(t, nil, around(2000, 6)...)
	mustRun(t, "compare", a, b, "--json", place("c.json"))
	mustRun(t, "sim", "mark", "--shape", "tree", "--objects", "2000", "--workers", "1,2", "--json", place("s.json"))
	assert.Empty(t, mustRun(t, "report", a, b, place("c.json"), place("s.json"), "-o", place("r.html")))
	page := read(t, place("r.html"))
	for _, id := range []string{"machine", "table", "comparison", "simulation", "commands"} {
		assert.Contains(t, page, `<section id="`+id+`"`)
	}
	assert.Equal(t, page, mustRun(t, "report", "--output", "-", a, b, place("c.json"), place("s.json")))
	info, err := os.Stat(place("r.html"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), info.Mode().Perm()&^0o022, "as other outputs")
}

// TestReportUsage: what cannot be is said in one line, and no file is touched.
func TestReportUsage(t *testing.T) {
	dir := t.TempDir()
	place := func(name string) string { return filepath.Join(dir, name) }
	a := recorded(t, nil, around(1000, 6)...)
	before := read(t, a)
	require.NoError(t, os.WriteFile(place("cut.json"), []byte(before[:100]), 0o600))
	require.NoError(t, os.WriteFile(place("other.json"), []byte(`{"schema":"gcbench-info/1"}`), 0o600))
	for args, want := range map[string]struct {
		status int
		says   string
	}{
		"A":                      {session.ExitUsage, "missing flags: --output=FILE"},
		"-o OUT":                 {session.ExitUsage, "missing argument: <file> ..."},
		"A -o A":                 {session.ExitUsage, "--output would overwrite the input"},
		"A A -o OUT":             {session.ExitUsage, "is given twice"},
		"A A2 -o OUT":            {session.ExitUsage, "is given twice"},
		"- /dev/stdin -o OUT":    {session.ExitUsage, "standard input can be read once"},
		"A -o OUT A":             {session.ExitUsage, "the files stand beside one another"},
		"A -o DIR/no/where.html": {session.ExitFailed, "no such file or directory"},
		"A -o /dev/full":         {session.ExitFailed, "no space left on device"},
		"DIR/cut.json -o OUT":    {session.ExitFailed, "cut.json: it is cut: it ends at offset 100, before the end of the report: give a report that gcbench run, compare or sim --json wrote"},
		"A /dev/null -o OUT":     {session.ExitFailed, "/dev/null: it is empty"},
		"DIR/other.json -o OUT":  {session.ExitFailed, `its schema is "gcbench-info/1": it must be "gcbench/1"`},
		"DIR/none.json -o OUT":   {session.ExitFailed, "none.json: no such file or directory"},
	} {
		words := strings.Fields(args)
		for i, w := range words {
			switch w {
			case "A":
				words[i] = a
			case "A2":
				words[i] = filepath.Dir(a) + "/./" + filepath.Base(a)
			case "OUT":
				words[i] = place("out.html")
			default:
				words[i] = strings.Replace(w, "DIR", dir, 1)
			}
		}
		status, stdout, stderr := runCLI(append([]string{"report"}, words...)...)
		assert.Equal(t, want.status, status, args)
		assert.Contains(t, stderr, want.says, args)
		assert.Empty(t, stdout, args)
		assert.NoFileExists(t, place("out.html"), args)
		if status == session.ExitFailed {
			assert.Equal(t, 1, strings.Count(stderr, "\n"), args)
		}
	}
	assert.Equal(t, before, read(t, a))
	assert.Equal(t, []string{"cut.json", "other.json"}, filesIn(t, dir), "nothing is left behind")
}
