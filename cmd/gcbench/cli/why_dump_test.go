package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// leakingProgram builds the example with a leak, which writes its heap to leak.dump. It
// returns the arguments of gcbench that the program prints.
func leakingProgram(t *testing.T) []string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "leak.exe")
	out, err := exec.Command("go", "build", "-o", program, "../../../mark/examples/leak").CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Chdir(t.TempDir())
	for range 5 {
		out, err = exec.Command(program, "leak.dump").CombinedOutput()
		if err == nil {
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			return strings.Fields(lines[len(lines)-1])[1:]
		}
		require.Contains(t, string(out), "dumpgs in STW", "the program failed in another way: %v", err)
	}
	t.Fatal("five attempts at a heap dump found a goroutine on the edge of a system call")
	return nil
}

// TestWhyFindsALeak: from the address of what leaks to the variable that holds it, and from
// no address at all.
func TestWhyFindsALeak(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	args := leakingProgram(t)
	require.Equal(t, []string{"why", "leak.dump", "--binary"}, []string{args[0], args[1], args[3]})
	leaked, program := args[2], args[4]
	lines := strings.Split(mustRun(t, args...), "\n")
	assert.Regexp(t, `^`+leaked+` is alive: a root leads to it in \d+ references\.$`, lines[0])
	assert.Equal(t, "root: global variable main.site", lines[1])
	assert.Regexp(t, `^step +object +bytes +the next at$`, lines[2])
	assert.Regexp(t, `^ +0 +0x[0-9a-f]+ +[0-9,]+ +byte [0-9,]+$`, lines[3])
	assert.Regexp(t, `^ +\d+ +`+leaked+` +[0-9]+$`, lines[len(lines)-3])
	assert.Regexp(t, `^It keeps 3 objects with \d+ B alive`, lines[len(lines)-2])
	assert.LessOrEqual(t, len(lines), 14)

	nameless := mustRun(t, "why", "leak.dump", leaked)
	assert.Regexp(t, `\nroot: global variable at 0x[0-9a-f]+ \((bss|data) segment\)\n`, nameless)

	survey := mustRun(t, "why", "leak.dump", "--binary", program)
	_, first, _ := strings.Cut(survey, " root\n")
	assert.Regexp(t, `^ *[0-9.]+ [KM]iB +3\d,\d\d\d  0x[0-9a-f]+ +global variable main.site\n`, first)
	assert.Contains(t, survey, "frame of runtime.", "goroutines hold something, too")
	for line := range strings.Lines(survey) {
		assert.LessOrEqual(t, len([]rune(line)), 81, "lines fit a terminal of 80 columns: %q", line)
	}

	inside := mustRunJSON(t, "why", "leak.dump", leaked[:len(leaked)-1]+"8", "--binary", program, "--json", "-")
	object := decode(t, inside)["objects"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{leaked, "global variable main.site", true}, []any{object["label"], object["root"], object["reachable"]})
	path := object["path"].([]any)
	next := path[0].(map[string]any)["next"].(map[string]any)
	assert.Contains(t, next, "offset")
	assert.Equal(t, object["distance"], float64(len(path)-1))
}

// TestWrongBinary: what is not the program that wrote the dump.
func TestWrongBinary(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.dump")
	require.NoError(t, os.WriteFile(file, goDump(t), 0o600))
	list := genHeap(t, "list", "10")
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"why", file, "--binary", list}, session.ExitFailed, "--binary: " + list + ": it is not a program"},
		{[]string{"why", file, "--binary", "nosuch"}, session.ExitFailed, "--binary: nosuch: "},
		{[]string{"why", list, "--binary", os.Args[0]}, session.ExitUsage, "--binary: " + list + " has no global variables: only a Go heap dump has them"},
		{[]string{"why", file, "--binary", file, "--json", file}, session.ExitUsage, "--json would overwrite the input"},
		{[]string{"why", list, "--binary", os.Args[0], "--json", os.Args[0]}, session.ExitUsage, "--json would overwrite the input"},
	} {
		status, stdout, stderr := runCLI(c.args...)
		assert.Equal(t, c.status, status, "%v: %s", c.args, stderr)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, c.says)
	}
	assert.Contains(t, mustRun(t, "why", file), "global variable at 0x")
}

// TestWhatKeepsTheMost: info lists objects and classes, why explains the same objects, and the folded stacks add up to the live bytes.
func TestWhatKeepsTheMost(t *testing.T) {
	dump, err := filepath.Abs("../../../heap/dump/v8/testdata/bun-1.4.5.heapsnapshot.gz")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	report := decode(t, mustRunJSON(t, "info", dump, "--retained", "3", "--folded", "x.folded", "--json", "-"))
	kept := report["retained"].(map[string]any)
	objects, classes := kept["objects"].([]any), kept["classes"].([]any)
	require.Len(t, objects, 3)
	require.Len(t, classes, 3)
	first := objects[0].(map[string]any)["label"].(string)
	assert.Contains(t, mustRun(t, "why", dump, "--retained", "1"), first+" is alive")

	folded, err := os.ReadFile("x.folded")
	require.NoError(t, err)
	sum := uint64(0)
	for line := range strings.Lines(string(folded)) {
		bytes, err := strconv.ParseUint(strings.TrimSpace(line[strings.LastIndexByte(line, ' ')+1:]), 10, 64)
		require.NoError(t, err)
		sum += bytes
	}
	survey := decode(t, mustRunJSON(t, "why", dump, "--json", "-"))["survey"].(map[string]any)
	assert.EqualValues(t, survey["live_bytes"], sum)

	_, table, found := strings.Cut(mustRun(t, "info", dump, "--retained", "3"), "digest")
	require.True(t, found)
	for line := range strings.Lines(table) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, line)
	}
	for _, c := range []struct{ command, says string }{
		{"why " + dump + " 1 --retained 2", "--retained asks for the objects that keep the most: leave out --retained or 1"},
		{"why " + dump + " --class string --retained 2", "leave out --retained or string"},
		{"info " + dump + " --retained 0", "it must be a whole number, 1 to 10000"},
		{"info ../x.el --folded -", "does not say the classes of objects"},
	} {
		require.NoError(t, os.WriteFile("../x.el", []byte("# roots 0\n0 1\n"), 0o600))
		status, _, stderr := runCLI(strings.Fields(c.command)...)
		assert.Equal(t, 2, status, c.command)
		assert.Contains(t, stderr, c.says)
	}
	assert.Contains(t, mustRun(t, "info", "../x.el", "--retained", "1"), "  1        2  node 0")
}
