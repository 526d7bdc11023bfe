package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// runCLI runs a command line in this process.
func runCLI(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = command(context.Background(), args, &out, &err)
	return status, out.String(), err.String()
}

// notShort skips a test that takes a tenth of a second or more, where -short asks for the quick ones.
func notShort(t *testing.T, because string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it " + because)
	}
}

// mustRun runs a command line that has to succeed, silently but for its data.
func mustRun(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	status, stdout, stderr := runCLI(args...)
	require.Equal(t, session.ExitOK, status, "gcbench %s: %s", strings.Join(args, " "), stderr)
	require.Empty(t, stderr, "nothing but warnings belongs on standard error")
	return stdout
}

// genHeap writes a small heap and returns its path.
func genHeap(t *testing.T, shape, objects string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), shape+".heap")
	mustRun(t, "gen", shape, "--objects", objects, "-o", path)
	return path
}

// filesIn returns the names in a folder, temporary files included.
func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestHelpAsACommand: help is the flag, for a command or for none.
func TestHelpAsACommand(t *testing.T) {
	for typed, flag := range map[string]string{"help": "--help", "help run": "run --help", "help sim mark": "sim mark --help", "help sim": "sim --help", "help help": "--help", "help run --json": "run --help"} {
		assert.Equal(t, mustRun(t, strings.Fields(flag)...), mustRun(t, strings.Fields(typed)...), typed)
	}
	status, _, stderr := runCLI("help", "nosuch")
	assert.Equal(t, session.ExitUsage, status)
	assert.Contains(t, stderr, `unexpected argument "nosuch"; the subcommands are run, `)
}

// TestHelp: every command's help is printed, fits into 80 columns, and has its groups in one order, the rare ones
// last.
func TestHelp(t *testing.T) {
	var titles []string
	for _, g := range spell.HelpGroups {
		titles = append(titles, g.Title)
	}
	err := kong.Visit(newParser(io.Discard, io.Discard).Model.Node, func(n kong.Visitable, next kong.Next) error {
		if command, ok := n.(*kong.Node); ok {
			args := append(strings.Fields(command.FullPath())[1:], "--help")
			stdout := mustRun(t, args...)
			assert.Contains(t, stdout, "Usage: gcbench")
			var places []int
			for line := range strings.Lines(stdout) {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, "%v: %s", args, line)
				if at := slices.Index(titles, strings.TrimSpace(line)); at >= 0 {
					places = append(places, at)
				}
			}
			assert.IsIncreasing(t, append([]int{-1}, places...), args)
		}
		return next(nil)
	})
	require.NoError(t, err)
}

func TestHelpOfRun(t *testing.T) {
	help := mustRun(t, "run", "--help")
	for _, flag := range strings.Fields("--shape --heap --objects --layout --seed --workers --preset --deque --grain --capacity --overflow --steal --amount --victim --idle --reps --floor --json --csv --bench --timeline --profile --profile-dir --no-verify --trust-file") {
		assert.Contains(t, help, flag)
	}
	for _, p := range tune.Presets() {
		assert.Contains(t, strings.Join(strings.Fields(help), " "), p.Name+" "+p.Doc)
	}
}

func TestGenHelpAndUnknownShapeListAllShapes(t *testing.T) {
	help := strings.Join(strings.Fields(mustRun(t, "gen", "--help")), " ")
	status, _, stderr := runCLI("run", "--shape", "nosuch")
	assert.Equal(t, session.ExitUsage, status)
	for _, s := range shape.Shapes() {
		assert.Contains(t, help, s.Name+" "+s.Doc)
		assert.Contains(t, stderr, s.Doc)
	}
}

func TestVersion(t *testing.T) {
	assert.Regexp(t, `^gcbench \S+ \((commit [0-9a-f]+|(commit [0-9a-f]+\+dirty, )?build [0-9a-f]{12})\), go\S+ \w+/\w+\n$`, mustRun(t, "version"))
	assert.Equal(t, mustRun(t, "version"), mustRun(t, "--version"))
}

// TestNoSubcommandIsRun: flags of run work without its name.
func TestNoSubcommandIsRun(t *testing.T) {
	stdout := mustRun(t, "--shape", "tree", "--objects", "2000", "--reps", "6", "--workers", "1")
	assert.Contains(t, stdout, "tree")
	assert.Contains(t, stdout, "median")
}

// TestSpreadPrintsAHint: a run that names no heap says how to mark one's own.
func TestSpreadPrintsAHint(t *testing.T) {
	notShort(t, "measures every shape")
	stdout := mustRun(t, "--objects", "500", "--reps", "6", "--workers", "2")
	for _, name := range flags.Spread {
		assert.Contains(t, stdout, "\n"+name+" ")
	}
	assert.Contains(t, stdout, "WriteHeapDump")
	for line := range strings.Lines(stdout) {
		assert.LessOrEqual(t, len([]rune(line)), 81, "lines fit a terminal of 80 columns: %q", line)
	}
}

// cancelOnWrite cancels a context when something is written.
type cancelOnWrite struct{ cancel context.CancelFunc }

func (c cancelOnWrite) Write(p []byte) (int, error) {
	c.cancel()
	return len(p), nil
}

// full is a standard output that takes nothing more.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFullOutput: what cannot be written is a failure, even of a help text, and
// not an error in the command line.
func TestFullOutput(t *testing.T) {
	for _, args := range []string{"--help", "gen --help", "--version", "version", "run --shape tree --objects 100 --workers 1 --reps 6", "claims --match fifo"} {
		var stderr bytes.Buffer
		assert.Equal(t, session.ExitFailed, command(t.Context(), strings.Fields(args), full{}, &stderr), args)
		assert.Equal(t, "gcbench: no space left\n", stderr.String(), args)
	}
}

// TestInterrupt: a run that is interrupted after its first heap leaves no
// temporary file, the part that was complete as JSON, and the old contents of what cannot
// say that it is a part.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.csv")
	require.NoError(t, os.WriteFile(old, []byte("old"), 0o600))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stderr bytes.Buffer
	status := command(ctx, []string{"run", "--shape", "tree,list", "--objects", "1000", "--reps", "6",
		"--json", filepath.Join(dir, "new.json"), "--csv", old}, cancelOnWrite{cancel}, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr.String(), "interrupted")
	assert.Equal(t, []string{"new.json", "old.csv"}, filesIn(t, dir))
	r := decode(t, read(t, filepath.Join(dir, "new.json")))
	assert.Equal(t, true, r["partial"])
	assert.Len(t, r["results"], 2, "two numbers of workers on the first heap")
	b, err := os.ReadFile(old)
	require.NoError(t, err)
	assert.Equal(t, "old", string(b))
}

func TestInterruptedGenLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stderr bytes.Buffer
	status := command(ctx, []string{"gen", "uniform", "--objects", "1000000", "-o", filepath.Join(dir, "x.heap")}, &stderr, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr.String(), "interrupted")
	assert.Empty(t, filesIn(t, dir))
}
