package cli

import (
	"bytes"
	"compress/gzip"
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

// asStdin makes the file standard input until the test ends.
func asStdin(t *testing.T, f *os.File) {
	t.Helper()
	was := os.Stdin
	os.Stdin = f
	t.Cleanup(func() { os.Stdin = was; f.Close() })
}

// piped makes what is written into a pipe standard input.
func piped(t *testing.T, content []byte) {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	asStdin(t, r)
	go func() {
		_, _ = w.Write(content) // the reader may close early
		_ = w.Close()
	}()
}

// gzipped compresses.
func gzipped(t *testing.T, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// TestSlowStdin: every subcommand that reads a heap reads it from a pipe, of any format,
// and calls it stdin.
func TestSlowStdin(t *testing.T) {
	tagged.Slow(t)
	snapshot, err := os.ReadFile(genHeap(t, "tree", "500"))
	require.NoError(t, err)
	packed, err := os.ReadFile(compress(t, "tree.heap", snapshot))
	require.NoError(t, err)
	list := []byte("# nodes 3\n# roots 0\n0 1\n1 2\n")
	for i, c := range []struct {
		name, flags string
		content     []byte
	}{
		{"-", "", snapshot}, {"/dev/stdin", "", snapshot}, {"-", "", packed}, {"-", "--format snapshot", packed},
		{"-", "", gzipped(t, snapshot)}, {"-", "--format edgelist", gzipped(t, list)}, {"-", "--format edgelist", list}, {"-", "--format auto", snapshot}, {"-", "", goDump(t)}, {"-", "", list}, {"-", "", gzipped(t, []byte("# roots a\na b\n"))}, {"-", "--separator comma", []byte("# roots a\na,b c\n")}, {"/dev/stdin", "--format godump", goDump(t)},
	} {
		for k, command := range readers(t) {
			if testing.Short() && (i+k)%3 != 0 {
				continue
			}
			piped(t, c.content)
			line := with(command, c.name, strings.Fields(c.flags)...)
			status, stdout, stderr := runCLI(line...)
			assert.Equal(t, session.ExitOK, status, "%v: %s", line, stderr)
			if !strings.HasPrefix(command, "convert") { // it names what it wrote
				assert.Contains(t, stdout, "stdin", "%v", line)
			}
		}
	}
}

// TestStdinFromAFile: a file behind standard input is read to its end, and may not be
// overwritten.
func TestStdinFromAFile(t *testing.T) {
	path := genHeap(t, "tree", "50")
	f, err := os.Open(path)
	require.NoError(t, err)
	asStdin(t, f)
	r := decode(t, mustRunJSON(t, "convert", "-", filepath.Join(t.TempDir(), "x.el"), "--json", "-"))
	assert.Equal(t, "stdin", r["input"])
	assert.EqualValues(t, 50, r["objects"])
}

// mustRunJSON is mustRun for a report on standard output: tables go to standard error.
func mustRunJSON(t *testing.T, args ...string) string {
	t.Helper()
	status, stdout, stderr := runCLI(args...)
	require.Equal(t, session.ExitOK, status, stderr)
	return stdout
}

// TestStdinBesideStdout: - is what is read and what is written, in one command.
func TestStdinBesideStdout(t *testing.T) {
	snapshot, err := os.ReadFile(genHeap(t, "tree", "50"))
	require.NoError(t, err)
	for _, args := range []string{"info - --json -", "verify - --deque locked --reps 1 --json -", "run --heap - --reps 6 --csv -"} {
		piped(t, snapshot)
		assert.Contains(t, mustRunJSON(t, strings.Fields(args)...), "stdin", args)
	}
}

// TestStdinOnce: it cannot be read twice, and what is not recognised says how to name it.
func TestStdinOnce(t *testing.T) {
	for args, says := range map[string]string{
		"run --heap -,-":            `"-" is in the list twice`,
		"run --heap - --heap -":     `"-" is in the list twice`,
		"run --heap -,/dev/stdin":   "--heap: /dev/stdin is standard input again, which can be read only once",
		"peers --heap /dev/stdin,-": "--heap: - is standard input again",
		"run -":                     `unexpected argument "-"; a file goes after --heap: gcbench run --heap -`,
		"convert - -":               "-: the extension tells the format to write",
		"verify --format snapshot":  "--format means nothing without FILE",
		"run --format auto":         "--format means nothing without --heap",
		"info - --format text":      `--format: "text" cannot be used: it must be auto, snapshot, godump, edgelist, names`,
	} {
		status, stdout, stderr := runCLI(strings.Fields(args)...)
		assert.Equal(t, session.ExitUsage, status, args)
		assert.Empty(t, stdout, args)
		assert.Contains(t, stderr, says, args)
	}
	for content, says := range map[string]string{
		"":          "stdin is empty; heaps come from",
		"0 1\x01\n": "stdin is of no known format; heaps come from a snapshot (as gcbench gen writes it), a heap dump of Go, Java, V8, Ruby or MMTk, a graph (GAP, Matrix Market), or text that lists edges by number or by name",
	} {
		piped(t, []byte(content))
		status, _, stderr := runCLI("info", "-")
		assert.Equal(t, session.ExitFailed, status)
		assert.Contains(t, stderr, "gcbench: "+says)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
}

// TestFormatIsWhatTheFlagSays: it comes before content and extension, and a file that
// is something else is an error of that format's reader.
func TestFormatIsWhatTheFlagSays(t *testing.T) {
	file := genHeap(t, "tree", "50")
	text := filepath.Join(t.TempDir(), "graph.txt")
	require.NoError(t, os.WriteFile(text, []byte("# roots 0\n0 1\n"), 0o600))
	assert.Contains(t, mustRun(t, "info", text, "--format", "edgelist"), "graph.txt (edge list)")
	assert.Contains(t, mustRun(t, "run", "--heap", text, "--format", "edgelist", "--reps", "6", "--workers", "1"), "graph.txt")
	assert.Contains(t, mustRun(t, "info", file, "--format", "snapshot"), "(heap snapshot)")
	for format, says := range map[string]string{"edgelist": "edge list: line 1", "godump": "go heap dump: "} {
		status, _, stderr := runCLI("info", file, "--format", format)
		assert.Equal(t, session.ExitFailed, status)
		assert.Contains(t, stderr, fmt.Sprintf("gcbench: %s: %s", file, says))
	}
	_, _, stderr := runCLI("info", text, "--format", "snapshot")
	assert.Contains(t, stderr, text+": heap: ")
}

// TestARepositoryHasNoFormat: the flags about files of names give one, too.
func TestARepositoryHasNoFormat(t *testing.T) {
	path := "git:" + t.TempDir()
	if err := exec.Command("git", "init", "-q", strings.TrimPrefix(path, "git:")).Run(); err != nil {
		t.Skip("needs the git command: ", err)
	}
	for _, flags := range []string{"--format hprof", "--separator tab"} {
		for _, command := range []string{"info", "why", "run --heap"} {
			status, stdout, stderr := runCLI(strings.Fields(command + " " + path + " " + flags)...)
			assert.Equal(t, session.ExitUsage, status, command)
			assert.Empty(t, stdout, command)
			assert.Contains(t, stderr, path+" is a git repository, not a file: leave out --format", command)
		}
	}
	assert.Contains(t, mustRun(t, "info", path, "--format", "auto"), "git repository")
}

// TestAFileNamedMinus is reached as ./-.
func TestAFileNamedMinus(t *testing.T) {
	content, err := os.ReadFile(genHeap(t, "tree", "50"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("-", content, 0o600))
	assert.Contains(t, mustRun(t, "info", "./-"), "50 in ")
}
