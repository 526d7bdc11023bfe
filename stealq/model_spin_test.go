package stealq

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var modelsFlag = flag.String("models", "quick", "the rows of docs/model to check: quick, all or long; or the number of a row, to see its shortest failing run")

// TestSpinModels checks the independent Promela models of docs/model: StealHalf,
// the termination detector and owners of mark bits hold, and wrong forms of them are
// caught. An ordinary run has a few rows, and -models all has a few minutes of them.
func TestSpinModels(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped by -short: compiles and runs ten models")
	}
	for _, tool := range []string{"spin", "cc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (Debian: apt-get install spin gcc), so docs/model is not checked", tool)
		}
	}
	t.Parallel() // it waits for other processes
	if number, err := strconv.Atoi(*modelsFlag); err == nil {
		require.True(t, number > 0 && number <= len(models), "-models %d: want a row from 1 to %d", number, len(models))
		f := models[number-1].check(t)
		t.Logf("%s %s: %s\n%s", models[number-1].model, models[number-1].options, f.verdict, f.trail(t))
		return
	}
	runs := []string{"quick", "all", "long"}
	most := slices.Index(runs, *modelsFlag)
	require.GreaterOrEqual(t, most, 0, "-models %s: want quick, all, long, or the number of a row", *modelsFlag)
	states, found := 0, map[string]int{}
	for i, r := range models {
		if !slices.Contains(runs[:most+1], r.run) {
			continue
		}
		f := r.check(t)
		t.Logf("%2d  %-11s  %-72s  %-51s  %-18s  %5s  %9d  %5d MB", i+1, r.model, r.options, r.what, f.verdict, f.steps, f.states, f.megabytes)
		if f.verdict != r.verdict {
			t.Errorf("row %d: the verdict is %s, want %s\n%s", i+1, f.verdict, r.verdict, f.trail(t))
		}
		states += f.states
		found[f.verdict]++
	}
	t.Logf("%d states", states)
	for _, verdict := range []string{"holds", "taken_twice", "work_left", "sleeps_beside_work", "two_writers"} {
		require.Positive(t, found[verdict], "no row with the verdict %s: the models did not run", verdict)
	}
}

// finding is what spin has found in a row.
type finding struct {
	modelRow
	dir               string // has the trail, if the row has failed
	verdict           string
	steps             string // of the shortest failing run
	states, megabytes int
}

// check runs one row. Spin searches for the shortest failing run by breadth, but for fair runs
// without an end, which it finds by depth alone.
func (r modelRow) check(t *testing.T) finding {
	t.Helper()
	memory, optimize := "-DMEMLIM=3500", "-O1"
	switch *modelsFlag {
	case "quick":
		optimize = "-O0" // compiling takes longer than searching
	case "long":
		memory = "-DMEMLIM=11500"
	}
	compile, search := []string{"-DSAFETY", "-DBFS", "-DCOLLAPSE"}, []string{"-n"}
	if strings.Contains(r.options, "MARKS=1") {
		compile, search = []string{"-DNFAIR=3"}, []string{"-n", "-a", "-f", "-m2000000"}
	}
	f := finding{modelRow: r, dir: t.TempDir(), verdict: "unfinished", steps: "-"}
	f.command(t, "spin", slices.Concat([]string{"-a"}, strings.Fields(r.options), []string{f.source(t)}))
	f.command(t, "cc", slices.Concat([]string{optimize, "-DNOREDUCE", "-DVECTORSZ=2048", memory, "-o", "pan", "pan.c"}, compile))
	f.read(f.command(t, "./pan", search))
	return f
}

// source is the model's file.
func (f finding) source(t *testing.T) string {
	t.Helper()
	file, err := filepath.Abs("../docs/model/" + f.model + ".pml")
	require.NoError(t, err)
	return file
}

func (f finding) command(t *testing.T, name string, args []string) (output string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = f.dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, out)
	return string(out)
}

// read finds the verdict and the figures in what the search has printed.
func (f *finding) read(output string) {
	figure := func(pattern string) (found string) {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(output); m != nil {
			found = m[1]
		}
		return found
	}
	f.states, _ = strconv.Atoi(figure(`(\d+) states, stored`))
	f.megabytes, _ = strconv.Atoi(figure(`(\d+)\.\d+\s+total actual memory usage`))
	if steps := figure(`pan:\d+: (?:assertion violated|invalid end state).*\(at depth (\d+)\)`); steps != "" {
		f.steps = steps
	}
	switch violated := figure(`assertion violated +!\(+(\w+)`); {
	case violated != "":
		f.verdict = violated
	case strings.Contains(output, ": invalid end state"):
		f.verdict = "stuck"
	case strings.Contains(output, ": acceptance cycle"):
		f.verdict = "never"
	case regexp.MustCompile(`out of memory|Search not completed|too small|max search depth`).MatchString(output):
	case strings.Contains(output, "errors: 0"):
		f.verdict = "holds"
	}
}

var (
	madeStep = regexp.MustCompile(`^ *(\d+):.*proc +(\d+) \(worker:1\) \S*?(\w+\.pml):(\d+) \(state \d+\).*?\[(.*)\]$`)
	assigns  = regexp.MustCompile(`^(D\[[dv]|bottom|top|list|inbox|slot|exclusive|writer|pending|chunks|open|joined|finished|sleepers|parked|token)`)
)

// trail is the failing run, step by step; "" if nothing has failed.
func (f finding) trail(t *testing.T) string {
	t.Helper()
	name := filepath.Join(f.dir, f.model+".pml.trail")
	if _, err := os.Stat(name); err != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("step  process  line: the state that the process is in, then what it writes\n")
	for line := range strings.Lines(f.command(t, "spin", slices.Concat([]string{"-k", name, "-p"}, strings.Fields(f.options), []string{f.source(t)}))) {
		switch m := madeStep.FindStringSubmatch(strings.TrimSpace(line)); {
		case m == nil:
		case strings.Contains(m[5], "pc=="):
			fmt.Fprintf(&b, "%4s  %s  %s:%s  %s\n", m[1], m[2], m[3], m[4], m[5])
		case assigns.MatchString(m[5]):
			fmt.Fprintf(&b, "%24s%s\n", "", m[5])
		}
	}
	return b.String()
}
