package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// recorded writes a report of gcbench run: results of processes, each with its samples in
// nanoseconds, all of a tree of 1,000 objects marked by one worker, on a machine that does not
// change.
func recorded(t *testing.T, change func(r map[string]any), processes ...[]float64) string {
	t.Helper()
	var invocations []any
	for i, samples := range processes {
		invocations = append(invocations, map[string]any{"pid": i + 1, "samples_ns": samples, "reference": steadyReference()})
	}
	r := map[string]any{
		"schema": "gcbench/1", "env": map[string]any{"cpu": "x"},
		"results": []any{map[string]any{"shape": "tree", "objects": 1000, "workers": 1, "queue": "stealhalf", "digest": "d", "invocations": invocations}},
	}
	if change != nil {
		change(r)
	}
	path := filepath.Join(t.TempDir(), "r.json")
	require.NoError(t, os.WriteFile(path, encode(t, r), 0o600))
	return path
}

// steadyReference is that of a process with 7 samples.
func steadyReference() map[string]any {
	return map[string]any{"version": 1, "ns": []float64{100, 100, 100, 100, 100, 100, 100}}
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return b
}

// around are samples of n processes around a mark time. Samples vary by some tenths of a
// per cent, and processes by one per cent to either side.
func around(ns float64, n int) (processes [][]float64) {
	for p := range n {
		samples := make([]float64, 7)
		for i := range samples {
			samples[i] = ns * (1 + float64((p*7+i*3)%5-2)/1000) * (1 + float64(p%3-1)/100)
		}
		processes = append(processes, samples)
	}
	return processes
}

// TestVerdicts of files: the words, the exit status, the JSON.
func TestVerdicts(t *testing.T) {
	a := recorded(t, nil, around(1000, 12)...)
	for _, c := range []struct {
		b       string
		verdict string
		status  int
		says    string
	}{
		{recorded(t, nil, around(1005, 12)...), "same", 0, ""},
		{recorded(t, nil, around(1100, 12)...), "slower", 3, "--fail-above 5%: 1 row slower by more than that, most of all tree with 1 worker: B/A 1.1"},
		{recorded(t, nil, around(1048, 12)...), "slower", 0, ""},
		{recorded(t, nil, around(900, 12)...), "faster", 0, ""},
		{recorded(t, nil, around(1030, 12)...), "unsure", 0, "--fail-above does not judge unsure rows: 1 row"},
		{recorded(t, nil, around(1500, 5)...), "unsure", 0, "--fail-above does not judge unsure rows: 1 row (--fail-unsure ends with exit status 3 then)"},
	} {
		status, stdout, stderr := runCLI("compare", a, c.b, "--fail-above", "5%", "--json", "-")
		assert.Equal(t, c.status, status, stderr)
		assert.Contains(t, stderr, c.says)
		r := decode(t, stdout)
		assert.Equal(t, "gcbench-compare/1", r["schema"])
		for _, field := range strings.Fields("env a b interleaved partial same differs warnings rows only_a only_b summary") {
			assert.Contains(t, r, field)
		}
		row := r["rows"].([]any)[0].(map[string]any)
		for _, field := range strings.Fields("shape heap workers a b ratio ci95 ci99 verdict reason") {
			assert.Contains(t, row, field)
		}
		assert.Equal(t, c.verdict, row["verdict"])
		assert.Equal(t, c.verdict == "unsure", row["reason"] != "")
		assert.InDelta(t, 1000, row["a"].(map[string]any)["median_ns"], 1)
		assert.EqualValues(t, 12, row["a"].(map[string]any)["invocations"])
		summary := r["summary"].(map[string]any)
		assert.EqualValues(t, 1, summary["counts"].(map[string]any)[c.verdict])
		assert.Contains(t, stderr, " "+c.verdict+"\n")
	}
}

// unbroken joins lines that were broken because of their length.
func unbroken(text string) string { return strings.ReplaceAll(text, "\n  ", " ") }

// TestUnsure: what keeps a verdict from being given is said.
func TestUnsure(t *testing.T) {
	probes := func(ns float64) func(map[string]any) {
		return func(r map[string]any) {
			for _, v := range r["results"].([]any)[0].(map[string]any)["invocations"].([]any) {
				v.(map[string]any)["probe_ns"] = ns
			}
		}
	}
	few := [][]float64{}
	for _, samples := range around(2000, 12) {
		few = append(few, samples[:5])
	}
	a := recorded(t, probes(10), around(1000, 12)...)
	for b, says := range map[string]string{
		recorded(t, probes(20), around(2000, 12)...): "unsure: the machine changed: a cache miss cost more on one side (1 row)",
		recorded(t, probes(10), around(2000, 5)...):  "unsure: fewer than 6 processes (1 row)",
		recorded(t, probes(10), few...):              "unsure: fewer than 6 samples (1 row)",
		recorded(t, probes(10), around(1030, 12)...): "unsure: the interval is neither inside ±3% nor outside it (1 row)",
	} {
		stdout := unbroken(mustRun(t, "compare", a, b))
		assert.Contains(t, stdout, says)
		assert.Contains(t, stdout, "\none measurement after the other\nB/A is corrected by a reference in 1 row: it took 1.000 times as long beside B, and marks feel 100 % of that\n")
		assert.Contains(t, stdout, "1 row: 1 unsure\n")
	}
	assert.Contains(t, mustRun(t, "compare", a, recorded(t, probes(10.2), around(2000, 12)...)), "1 row: 1 slower\n")
}

// slowed is a change of a report: the reference took so many times as long.
func slowed(times float64) func(map[string]any) {
	return func(r map[string]any) {
		for _, v := range r["results"].([]any)[0].(map[string]any)["invocations"].([]any) {
			ns := v.(map[string]any)["reference"].(map[string]any)["ns"].([]float64)
			for i := range ns {
				ns[i] *= times
			}
		}
	}
}

// TestBusierMachine: where the machine was slower beside B, a slower B is no finding. That is no
// reason for exit status 3, unless a flag asks for it.
func TestBusierMachine(t *testing.T) {
	a, busier := recorded(t, nil, around(1000, 12)...), recorded(t, slowed(1.2), around(1300, 12)...)
	for _, c := range []struct {
		b, flag string
		status  int
		says    string
	}{
		{busier, "--fail-above=5%", session.ExitOK, "--fail-above does not judge unsure rows: 1 row"},
		{busier, "--fail-unsure", session.ExitLimit, "--fail-unsure: 1 of 1 row unsure, for the reasons below the table"},
		{recorded(t, nil, around(1000, 12)...), "--fail-unsure", session.ExitOK, ""},
		{recorded(t, nil, around(1300, 12)...), "--fail-unsure", session.ExitOK, ""},
		{recorded(t, slowed(1.02), around(1020, 12)...), "--fail-unsure", session.ExitOK, ""},
		{recorded(t, slowed(1.045), around(1020, 12)...), "--fail-unsure", session.ExitLimit, "--fail-unsure: 1 of 1 row unsure"},
	} {
		status, stdout, stderr := runCLI("compare", a, c.b, c.flag)
		assert.Equal(t, c.status, status, "%s: %s", c.flag, stdout)
		assert.Contains(t, stderr, c.says)
		if stdout = unbroken(stdout); c.b == busier {
			assert.Contains(t, stdout, "unsure: the machine changed: the reference took longer beside B, by more than a correction can mend (1 row)\n")
			assert.Contains(t, stdout, "B/A is corrected by a reference in 1 row: it took 1.200 times as long beside B, and marks feel 100 % of that\n")
		}
	}
	status, _, stderr := runCLI("compare", a, recorded(t, nil, around(1300, 12)...), "--fail-unsure", "--fail-above", "5%")
	assert.Equal(t, session.ExitLimit, status)
	assert.Contains(t, stderr, "--fail-above 5%: 1 row slower")
}

// TestCompareMatches: results are paired by what was marked and how, less what differs as a
// whole.
func TestCompareMatches(t *testing.T) {
	results := func(all ...map[string]any) func(map[string]any) {
		return func(r map[string]any) {
			var list []any
			for _, one := range all {
				for field, v := range r["results"].([]any)[0].(map[string]any) {
					if _, given := one[field]; !given {
						one[field] = v
					}
				}
				list = append(list, one)
			}
			r["results"] = list
		}
	}
	type m = map[string]any
	one := around(1000, 6)
	a := recorded(t, results(m{"shape": "tree"}, m{"shape": "list"}, m{"shape": "grid"}), one...)
	b := recorded(t, results(m{"shape": "list", "queue": "abp"}, m{"shape": "wide", "queue": "abp"}, m{"shape": "tree", "queue": "abp", "digest": "e"}), one...)
	status, stdout, stderr := runCLI("compare", a, b, "--markdown", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	for _, line := range []string{
		"- A and B differ in deque: stealhalf, abp\n", "- only in A: grid of 1,000 objects, stealhalf, 1 worker\n", "- only in B: wide of 1,000 objects, abp, 1 worker\n",
		"- in 1 of 2 rows the two sides marked different objects (digest): the ratio is of the whole mark times\n",
		"| shape | workers | A | B | B/A | 95 % interval | verdict |\n| --- | ---: | ---: |", "| tree | 1 | 1.00 µs | 1.00 µs | 1.000 |",
	} {
		assert.Contains(t, stdout, line)
	}
	assert.Less(t, strings.Index(stdout, "| tree"), strings.Index(stdout, "| list"), "in the order of A")

	c := recorded(t, results(m{"shape": "app"}, m{"shape": "wide"}), one...)
	status, _, stderr = runCLI("compare", a, c)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr, "have no result in common: heaps, sizes, workers and settings have to be the same")

	other := recorded(t, func(r map[string]any) { r["env"].(m)["cpu"] = "y"; r["partial"] = true }, one...)
	_, _, stderr = runCLI("compare", recorded(t, nil, one...), other)
	assert.Contains(t, stderr, "warning: the processor differs: x, y\n")
	assert.Contains(t, stderr, "warning: B is a part: its run was interrupted\n")
}

// TestOldReports load, and have one process.
func TestOldReports(t *testing.T) {
	old := filepath.Join("testdata", "gcbench-1-old.json")
	status, stdout, stderr := runCLI("compare", old, recorded(t, func(r map[string]any) {
		r["results"].([]any)[0].(map[string]any)["objects"] = 300
	}, around(4000, 12)...))
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stdout, "unsure: fewer than 6 processes (1 row)")
	assert.Contains(t, stdout, "only in A: tree of 300 objects, stealhalf, 2 workers")
}

// TestUnreadableReports: one line that says which file, and why. Whatever is cut off the
// end is missed.
func TestUnreadableReports(t *testing.T) {
	notShort(t, "reads reports of every length")
	good := recorded(t, nil, around(1000, 6)...)
	text := read(t, good)
	dir := t.TempDir()
	for content, says := range map[string]string{
		"":              "it is empty",
		"{}":            `its schema is ""`,
		"[1]":           "offset 1: it is a list, and must be an object",
		"nonsense":      "offset 2: invalid character 'o'",
		`{"schema": 3}`: "field schema is a number, and must be a string",
		strings.Replace(text, "gcbench/1", "gcbench-verify/1", 1): `its schema is "gcbench-verify/1": it must be "gcbench/1"`,
		strings.Replace(text, "1000", "-1000", 1):                 "",
		strings.Replace(text, `"samples_ns"`, `"samples"`, 1):     "invocation 1 has no samples_ns",
		strings.Replace(text, `"invocations"`, `"x"`, 1):          "result 1 (tree, 1 worker): it has no samples_ns",
		strings.Replace(text, ",990,", ",0,", 1):                  "of samples_ns is 0 ns: it must be from 0.001 to 1e+15",
	} {
		path := filepath.Join(dir, "bad.json")
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		status, stdout, stderr := runCLI("compare", good, path)
		assert.Equal(t, session.ExitFailed, status, content)
		assert.Contains(t, stderr, "bad.json: ")
		assert.Contains(t, stderr, says)
		assert.Empty(t, stdout)
	}
	for n := 0; n < len(strings.TrimSpace(text)); n += 7 {
		path := filepath.Join(dir, "cut.json")
		require.NoError(t, os.WriteFile(path, []byte(text[:n]), 0o600))
		status, _, stderr := runCLI("compare", path, good)
		require.Equal(t, session.ExitFailed, status, "cut after %d bytes", n)
		require.Regexp(t, `cut.json: it is (empty|cut)`, stderr)
	}
}

// TestCompareUsage: what cannot be compared is said before anything is measured.
func TestCompareUsage(t *testing.T) {
	good := recorded(t, nil, around(1000, 6)...)
	for args, says := range map[string]string{
		"":                            "nothing to compare: give two reports",
		good:                          "alone cannot be compared",
		good + " " + good:             "both reports are ",
		"- -":                         "standard input can be read once",
		good + " x --a --grain=1":     "exclude each other",
		"--a --grain=1 --grain 2":     "--grain is in --a and outside of it: give it to both sides, or to each",
		"--a --grain=0 --b --grain=1": "--a: --grain",
		"--a --nosuch --b --grain=1":  "--a: ",
		"--a --shape=tree,list --b --grain=1 --shape tree": "--shape is in --a",
		"--a --shape=tree,list --b --shape=tree":           "A has 2 heaps and B has 1 heap",
		"--a 'x":                                           "--a: a quotation mark is not closed",
		"--a --grain=1 --binary-b /no/such":                "no/such",
		"--a --grain=1 --same 3":                           `--same: "3" cannot be used: it must be more than 0% and at most 1000%`,
		"--a --grain=1 --invocations 2 --until 1%":         "give one or the other",
		"--a --help --b --grain=1":                         "--a: unknown flag --help",
		"--a --version --b --grain=1":                      "--a: unknown flag --version",
		"--a levels --b --grain=1":                         "--a: unexpected argument levels",
		"--a --json=x --b --grain=1":                       "--a: --json is for both sides: give it outside of --a",
		"--a --reps=9 --b --grain=1":                       "--a: --reps is for both sides",
		"--a --grain=1 --b --csv=x":                        "--b: unknown flag --csv",
		"--a --grain=1 --heap -":                           "standard input can be read by one process",
		"--a --grain=1 --binary-b .":                       "--binary-b: . is not a program",
		"--a --grain=1 --binary-b " + good:                 "is not a program: give the path of a build of gcbench",
		"--a --grain=1 --same 10% --fail-above 5%":         "--same 10% hides rows that --fail-above 5% should find",
		good + " x --workers 3":                            "flags that say what to measure are for --a and --b",
		good + " x --invocations 3":                        "flags that say what to measure are for --a and --b",
	} {
		status, stdout, stderr := runCLI(append([]string{"compare"}, strings.Fields(args)...)...)
		assert.Contains(t, []int{session.ExitUsage, session.ExitFailed}, status, args)
		assert.Contains(t, stderr, says, args)
		assert.Empty(t, stdout)
	}
}

// TestInterleaved: fresh processes of two settings, one row, the flags of each side.
func TestInterleaved(t *testing.T) {
	notShort(t, "starts processes that measure")
	status, stdout, stderr := runCLI("compare", "--a", "--deque 'stealhalf'", "--b", `--deque="abp"`, "--shape", "tree", "--objects", "500", "--workers", "1", "--reps", "6", "--invocations", "2", "--json", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	r := decode(t, stdout)
	assert.Equal(t, true, r["interleaved"])
	assert.Equal(t, []any{"deque: stealhalf, abp", "amount: balance, one"}, r["differs"])
	row := r["rows"].([]any)[0].(map[string]any)
	assert.Equal(t, "fewer than 6 processes", row["reason"])
	for _, side := range []string{"a", "b"} {
		assert.Len(t, row[side].(map[string]any)["medians_ns"], 2)
		assert.NotEmpty(t, r[side].(map[string]any)["env"].(map[string]any)["build"])
	}
	assert.Contains(t, stderr, "processes took turns: A B B A")
}
