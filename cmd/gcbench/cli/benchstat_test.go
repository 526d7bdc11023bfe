package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// benchstatHere builds benchstat, which comes with a module that gcbench needs.
func benchstatHere(t *testing.T) (program string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds benchstat")
	}
	program = filepath.Join(t.TempDir(), "benchstat")
	build := exec.Command("go", "build", "-o", program, "golang.org/x/perf/cmd/benchstat")
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("benchstat cannot be built from the modules that are here: %v: %s", err, out)
	}
	return program
}

// compares runs benchstat, which has to print one table for each unit, with as many rows
// and columns as there are, and in each row a comparison.
func compares(t *testing.T, benchstat string, rows, columns int, args ...string) {
	t.Helper()
	c := exec.Command(benchstat, args...)
	var problems strings.Builder
	c.Stderr = &problems
	out, err := c.Output()
	require.NoError(t, err, "%v: %s", args, &problems)
	tables := strings.Split(strings.TrimSpace(string(out)), "\n\n")
	units := map[string]bool{}
	for _, table := range tables {
		units[regexp.MustCompile(`sec/\w+`).FindString(table)] = true
		compared := 0
		for line := range strings.Lines(table) {
			switch {
			case strings.HasPrefix(line, "Mark/"):
				compared++
				assert.Equal(t, columns-1, strings.Count(line, "(p="), "%v: %s", args, line)
			case strings.Contains(line, "sec/"):
				assert.Equal(t, columns, strings.Count(line, "sec/"), "%v: %s", args, line)
				assert.Equal(t, columns-1, strings.Count(line, "vs base"), "%v: %s", args, line)
			}
		}
		assert.Equal(t, rows, compared, "%v:\n%s", args, table)
	}
	assert.Len(t, tables, len(units), "%v: more than one table for a unit:\n%s", args, out)
}

// TestSlowBenchstat: whatever a run sweeps, benchstat compares by it.
func TestSlowBenchstat(t *testing.T) {
	tagged.Slow(t)
	benchstat := benchstatHere(t)
	file, other := genHeap(t, "tree", "2000"), filepath.Join(t.TempDir(), "tree.heap")
	mustRun(t, "gen", "tree", "--objects", "3000", "-o", other)
	path := filepath.Join(t.TempDir(), "bench.txt")
	type columns map[string][2]int // rows and columns by the key
	for _, c := range []struct {
		line string
		cols columns
	}{
		{"--shape tree,list --deque stealhalf,abp,locked --workers 1,2", columns{"/queue": {4, 3}, "/workers": {6, 2}, "/shape": {6, 2}}},
		{"--shape tree --preset hotspot,go,boehm --workers 1,2", columns{"/preset": {2, 3}, "/workers": {3, 2}}},
		{"--shape tree,list --objects 2000,3000 --layout bfs,alloc --workers 2", columns{"/objects": {4, 2}, "/layout": {4, 2}, "/shape": {4, 2}}},
		{"--shape tree --objects 2000 --seed 1-2 --grain 1,16 --capacity 64,128 --overflow 0,8 --workers 2", columns{"/seed": {8, 2}, "/grain": {8, 2}, "/deque": {8, 2}, "/overflow": {8, 2}}},
		{"--shape tree --objects 2000 --deque locked,rudolph --amount one,half --steal empty,factor --victim last,random --idle spin,park --workers 1", columns{"/queue": {16, 2}, "/amount": {16, 2}, "/steal": {16, 2}, "/victim": {16, 2}, "/idle": {16, 2}}},
		{"--heap " + file + "," + other + " --workers 1", columns{"/heap": {1, 2}}},
	} {
		line := "run --no-verify --reps 6 --bench " + path + " " + c.line
		if !strings.Contains(line, "--objects") && !strings.Contains(line, "--heap") {
			line += " --objects 2000"
		}
		mustRun(t, strings.Fields(line)...)
		for key, want := range c.cols {
			compares(t, benchstat, want[0], want[1], "-col", key, path)
		}
	}
	for _, flag := range []string{"deque", "preset"} { // in two files
		values := spell.Choices(flag)[:2]
		for _, value := range values {
			mustRun(t, "run", "--no-verify", "--reps", "6", "--shape", "tree", "--objects", "2000", "--workers", "1", "--"+flag, value, "--bench", path+value)
		}
		compares(t, benchstat, 1, 2, "-col", setting.KeyOf(flag), path+values[0], path+values[1])
	}
}

// TestSlowBenchstatOfThePage: the page's commands do what it says, on smaller heaps.
func TestSlowBenchstatOfThePage(t *testing.T) {
	tagged.Slow(t)
	benchstat := benchstatHere(t)
	page, err := os.ReadFile(filepath.Join(moduleTree(t).root, "docs", "benchstat.md"))
	require.NoError(t, err)
	commands, err := commandsOf(string(page))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	rows := map[string]int{"queues.txt": 4, "sizes.txt": 2, "presets.txt": 1, "grain16.txt": 1}
	ran := 0
	for _, c := range commands {
		if args, ours := c.gcbench(); ours && args[1] != "--bench" {
			status, _, stderr := runCLI(set(shorter(args), "--reps", "6")...)
			require.Equal(t, session.ExitOK, status, stderr)
		}
		if c.words[0] == "./benchstat" {
			ran++
			compares(t, benchstat, rows[c.words[len(c.words)-1]], 2, c.words[1:]...)
		}
	}
	assert.Equal(t, 5, ran)
}
