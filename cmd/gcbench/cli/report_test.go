package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestJSONHasEveryField: scripts rely on these names.
func TestJSONHasEveryField(t *testing.T) {
	args := strings.Fields("run --shape random --objects 2000 --workers 1,2 --deque stealhalf,locked --reps 7 --seed 5 --grain 2 --capacity 4 --overflow 0 --victim last --idle yield --steal factor --amount half --json -")
	status, stdout, stderr := runCLI(args...)
	require.Equal(t, session.ExitOK, status, stderr)
	report := decode(t, stdout)
	assert.Equal(t, "gcbench/1", report["schema"])
	env := report["env"].(map[string]any)
	for _, field := range strings.Fields("goos goarch go cpu cpus gomaxprocs version commit date command") {
		assert.Contains(t, env, field)
	}
	assert.Len(t, env["command"], len(args))

	results := report["results"].([]any)
	require.Len(t, results, 4, "two queues with two numbers of workers")
	for i, r := range results {
		r := r.(map[string]any)
		for _, field := range strings.Fields("shape heap layout seed objects edges roots live arena_bytes workers queue grain deque overflow steal amount victim idle preset samples_ns marks_per_sample median_ns ci95_ns cv p95_over_p50 ns_per_object speedup digest verified stats limit_ns limit_min_ns over_limit") {
			assert.Contains(t, r, field)
		}
		stats := r["stats"].(map[string]any)
		for _, field := range strings.Fields("marking_used owners marked scanned steals items_stolen steal_empty steal_lost steal_attempts cas cas_failed rmw stores duration_ns overflow_blocks overflow_refs refs_forwarded refs_spilt refs_swept slots_published slots_partial exclusive_spells cursors_started cursor_rounds cursor_rounds_wasted harvests objects_harvested trial_ns idle_ns starved_ns hoarded_ns termination_ns imbalance marker_bytes") {
			assert.Contains(t, stats, field)
		}
		for field, want := range map[string]any{
			"shape": "random", "heap": "", "layout": "shuffled", "seed": 5.0, "objects": 2000.0, "workers": float64(1 + i%2),
			"queue": []string{"stealhalf", "locked"}[i/2], "grain": 2.0, "deque": 4.0, "overflow": 0.0,
			"steal": "factor", "amount": "half", "victim": "last", "idle": "yield", "preset": "", "verified": true,
		} {
			assert.Equal(t, want, r[field], field)
		}
		assert.Equal(t, results[0].(map[string]any)["digest"], r["digest"])
		assert.Len(t, r["digest"], 16)
		checkFigures(t, r, stats)
	}
}

// A report has the marking that was asked for, and the one that was used.
func TestMarkingUsed(t *testing.T) {
	notShort(t, "measures")
	used := func(args ...string) (all []string) {
		file := filepath.Join(t.TempDir(), "run.json")
		mustRun(t, append([]string{"run", "--shape", "tree", "--objects", "2000", "--reps", "6", "--json", file}, args...)...)
		var report struct {
			Results []struct {
				Marking string
				Stats   struct {
					MarkingUsed string `json:"marking_used"`
					Owners      int
				}
			}
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &report))
		for _, r := range report.Results {
			all = append(all, fmt.Sprintf("%s: %s %d", r.Marking, r.Stats.MarkingUsed, r.Stats.Owners))
		}
		return all
	}
	assert.Equal(t, []string{"auto: alone 1", "owner: owner 3", "shared: shared 0"}, used("--workers", "3", "--marking", "auto,owner,shared"), "one worker marks a small heap")
	assert.Equal(t, []string{"auto: shared 0"}, used("--workers", "3", "--grain", "1"))
	assert.Equal(t, []string{"auto: alone 1", "shared: alone 0"}, used("--workers", "1", "--marking", "auto,shared"))
}

// checkFigures holds the figures of a result against one another.
func checkFigures(t *testing.T, r, stats map[string]any) {
	t.Helper()
	dropped := r["invocations"].([]any)[0].(map[string]any)["warmup_ns"].([]any)
	require.Len(t, append(dropped, r["samples_ns"].([]any)...), 7)
	low, high := r["samples_ns"].([]any)[0].(float64), 0.0
	for _, x := range r["samples_ns"].([]any) {
		low, high = min(low, x.(float64)), max(high, x.(float64))
	}
	assert.Positive(t, low)
	median, ci := r["median_ns"].(float64), r["ci95_ns"].([]any)
	require.Len(t, ci, 2)
	assert.LessOrEqual(t, low, ci[0])
	assert.LessOrEqual(t, ci[0], median)
	assert.LessOrEqual(t, median, ci[1])
	assert.LessOrEqual(t, ci[1], high)
	assert.InEpsilon(t, median/r["live"].(float64), r["ns_per_object"], 1e-9)
	assert.GreaterOrEqual(t, r["p95_over_p50"], 1.0)
	marked := 0.0
	for _, n := range stats["marked"].([]any) {
		marked += n.(float64)
	}
	assert.Equal(t, r["live"], marked)
	assert.Len(t, stats["marked"], int(r["workers"].(float64)))
	most, scanned := 0.0, 0.0
	for _, n := range stats["scanned"].([]any) {
		most, scanned = max(most, n.(float64)), scanned+n.(float64)
	}
	assert.InDelta(t, stats["imbalance"], most*r["workers"].(float64)/scanned, 1e-9, "imbalance can be computed again")
	assert.Len(t, stats["idle_ns"], int(r["workers"].(float64)))
	assert.Equal(t, stats["steal_attempts"], stats["steals"].(float64)+stats["steal_empty"].(float64)+stats["steal_lost"].(float64))
	if r["workers"] == 1.0 {
		assert.Equal(t, 1.0, r["speedup"])
	}
}

// TestFloor: with --floor every report has the floor, without it none does,
// and one number of workers has one floor, whatever the queue.
func TestFloor(t *testing.T) {
	notShort(t, "measures floors")
	dir := t.TempDir()
	args := strings.Fields("run --shape random --objects 20000 --workers 1,2 --deque stealhalf,locked --reps 6 --csv " +
		filepath.Join(dir, "csv") + " --bench " + filepath.Join(dir, "bench") + " --json " + filepath.Join(dir, "json"))
	assert.NotContains(t, mustRun(t, args...), "x limit")
	for _, r := range decode(t, read(t, filepath.Join(dir, "json")))["results"].([]any) {
		assert.Nil(t, r.(map[string]any)["limit_ns"])
	}
	assert.NotContains(t, read(t, filepath.Join(dir, "bench")), "x-limit")

	assert.Contains(t, mustRun(t, append(args, "--floor")...), "x limit")
	results := decode(t, read(t, filepath.Join(dir, "json")))["results"].([]any)
	floors := map[float64]float64{}
	for _, r := range results {
		r := r.(map[string]any)
		floor := r["limit_ns"].(float64)
		assert.Positive(t, r["limit_min_ns"])
		assert.LessOrEqual(t, r["limit_min_ns"], floor)
		assert.InEpsilon(t, r["median_ns"].(float64)/floor, r["over_limit"], 1e-9)
		if known, ok := floors[r["workers"].(float64)]; ok {
			assert.Equal(t, known, floor)
		}
		floors[r["workers"].(float64)] = floor
	}
	assert.Len(t, floors, 2)
	assert.Contains(t, read(t, filepath.Join(dir, "csv")), ",limit_ns,limit_min_ns,over_limit,")
	assert.Equal(t, 4*6, strings.Count(read(t, filepath.Join(dir, "bench")), " x-limit\n"))
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

// TestTooFewSamples: five samples have no 95 % interval; that is said and not
// invented.
func TestTooFewSamples(t *testing.T) {
	status, stdout, stderr := runCLI("run", "--shape", "tree", "--objects", "2000", "--workers", "2", "--reps", "5", "--json", "-")
	require.Equal(t, session.ExitOK, status)
	r := decode(t, stdout)["results"].([]any)[0].(map[string]any)
	assert.Nil(t, r["ci95_ns"])
	assert.Nil(t, r["speedup"], "one worker was not measured")
	assert.Contains(t, stderr, "--reps 6")
	assert.Contains(t, stderr, "∞")
}

// TestWorkersKeepTheirOrder in rows and results; the speedup finds one worker
// wherever it stands.
func TestWorkersKeepTheirOrder(t *testing.T) {
	_, stdout, _ := runCLI("run", "--shape", "tree,list", "--objects", "2000", "--workers", "3,1,2", "--reps", "7", "--json", "-")
	var got []string
	for _, r := range decode(t, stdout)["results"].([]any) {
		r := r.(map[string]any)
		got = append(got, fmt.Sprint(r["shape"], r["workers"]))
		assert.NotNil(t, r["speedup"])
		assert.Len(t, r["stats"].(map[string]any)["marked"], int(r["workers"].(float64)))
	}
	assert.Equal(t, strings.Fields("tree3 tree1 tree2 list3 list1 list2"), got)
}

// TestOneSample: it varies from nothing, which is not 0 %.
func TestOneSample(t *testing.T) {
	status, stdout, stderr := runCLI("run", "--shape", "tree", "--objects", "2000", "--workers", "1", "--reps", "1")
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Regexp(t, `(?m)^tree .* ∞ .* 1\.00 +- +\d\.\d\d +-$`, stdout)
}

func TestNoVerify(t *testing.T) {
	_, stdout, _ := runCLI("run", "--shape", "tree", "--objects", "2000", "--reps", "6", "--workers", "1", "--no-verify", "--json", "-")
	r := decode(t, stdout)["results"].([]any)[0].(map[string]any)
	assert.Equal(t, false, r["verified"])
	assert.NotEqual(t, "0000000000000000", r["digest"], "the digest needs no oracle")
}

func TestCSV(t *testing.T) {
	status, stdout, _ := runCLI("run", "--shape", "tree,wide", "--objects", "2000", "--workers", "1,2", "--reps", "6", "--csv", "-")
	require.Equal(t, session.ExitOK, status)
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+4)
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	require.Len(t, column, len(rows[0]), "no title occurs twice")
	for _, name := range strings.Fields("shape workers median_ns ci95_lo_ns ci95_hi_ns ns_per_object digest verified imbalance") {
		require.Contains(t, column, name)
	}
	assert.Equal(t, "wide", rows[4][column["shape"]])
	assert.Equal(t, "2", rows[4][column["workers"]])
	assert.Equal(t, "true", rows[4][column["verified"]])
}

// TestBenchIsReadByBenchfmt, the parser of benchstat.
func TestBenchIsReadByBenchfmt(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "odd name.el")
	require.NoError(t, os.WriteFile(odd, []byte("0 1\n"), 0o600))
	for _, heap := range [][]string{{"--shape", "tree", "--objects", "2000"}, {"--heap", odd}} {
		status, stdout, stderr := runCLI(append(heap, "--workers", "1,2", "--reps", "6", "--bench", "-")...)
		require.Equal(t, session.ExitOK, status, stderr)
		reader := benchfmt.NewReader(strings.NewReader(stdout), "stdout")
		names := map[string]int{}
		for reader.Scan() {
			r, ok := reader.Result().(*benchfmt.Result)
			require.True(t, ok, "%v", reader.Result())
			names[r.Name.String()]++
			base, parts := r.Name.Parts()
			assert.Equal(t, "Mark", string(base))
			assert.Contains(t, fmt.Sprintf("%s", parts), "/workers=")
			if procs := runtime.GOMAXPROCS(0); procs > 1 {
				assert.Equal(t, fmt.Sprintf("-%d", procs), string(parts[len(parts)-1]))
			}
			perMark, ok := r.Value("sec/op") // what benchfmt makes of ns/op
			assert.True(t, ok)
			assert.Positive(t, perMark)
			perObject, ok := r.Value("sec/obj")
			if !ok {
				perObject, ok = r.Value("ns/obj")
			}
			assert.True(t, ok, "%v", r.Values)
			assert.Positive(t, perObject)
			for _, key := range strings.Fields("goos goarch pkg objects grain") {
				assert.NotEmpty(t, r.GetConfig(key), key)
			}
		}
		require.NoError(t, reader.Err())
		assert.Len(t, names, 2)
		for name, n := range names {
			assert.Equal(t, 6, n, name)
		}
	}
}

// TestAllReportsAtOnce: three files, and the table on standard output.
func TestAllReportsAtOnce(t *testing.T) {
	dir := t.TempDir()
	stdout := mustRun(t, "run", "--shape", "tree", "--objects", "2000", "--reps", "6", "--json", filepath.Join(dir, "a"),
		"--csv", filepath.Join(dir, "b"), "--bench", filepath.Join(dir, "c"))
	assert.Contains(t, stdout, "median")
	assert.Equal(t, []string{"a", "b", "c"}, filesIn(t, dir))
}

func TestProfiles(t *testing.T) {
	notShort(t, "profiles in every mode")
	for _, mode := range session.ProfileModes() {
		file, tool := mode+".pprof", "pprof"
		if mode == "trace" {
			file, tool = "trace.out", "trace"
		}
		dir := filepath.Join(t.TempDir(), "new")
		status, _, stderr := runCLI("run", "--shape", "tree", "--objects", "2000", "--reps", "6", "--profile", mode, "--profile-dir", dir)
		require.Equal(t, session.ExitOK, status, stderr)
		tags := ""
		if mode == "cpu" {
			tags = "gcbench: of marks alone, .*: go tool pprof -tagfocus=activity .*\n"
		}
		assert.Regexp(t, "^gcbench: the "+mode+" profile is in .*: go tool "+tool+" "+regexp.QuoteMeta(filepath.Join(dir, file))+"\n"+tags+"$", stderr)
		assert.Equal(t, []string{file}, filesIn(t, dir), mode)
		info, err := os.Stat(filepath.Join(dir, file))
		require.NoError(t, err)
		assert.Positive(t, info.Size(), mode)
	}
}

// TestSlowVerify: every shape (with -short two of them), every queue, every setting
// and all pairs of policies, and the rare paths did run.
func TestSlowVerify(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	shapes := shape.Names()
	if testing.Short() {
		shapes = []string{"list", "rmat"}
	}
	status, stdout, stderr := runCLI("verify", "--shape", strings.Join(shapes, ","), "--objects", "3000", "--reps", "2", "--workers", "1,4", "--json", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	v := decode(t, stdout)
	assert.Equal(t, "gcbench-verify/1", v["schema"])
	assert.Equal(t, true, v["passed"])
	assert.Contains(t, stderr, "PASS: every mark reached exactly what the oracle reached")
	checks := v["checks"].([]any)
	require.Len(t, checks, len(shapes)*len(spell.DequeNames())*(len(measure.Settings(nil, nil, 0))+1))
	sum := map[string]float64{}
	combined := 0
	for _, c := range checks {
		c := c.(map[string]any)
		assert.Equal(t, true, c["passed"], c)
		if c["setting"] == "policies, all pairs" {
			combined++
			assert.Positive(t, c["marks"])
		} else {
			assert.EqualValues(t, 4, c["marks"])
		}
		if c["shape"] == "list" && c["setting"] == "forced speculation" {
			assert.Positive(t, c["harvests"])
		}
		for _, count := range []string{"overflow_blocks", "overflow_refs", "refs_forwarded"} {
			sum[count] += c[count].(float64)
		}
	}
	assert.Equal(t, len(shapes)*len(spell.DequeNames()), combined)
	assert.Positive(t, sum["overflow_blocks"])
	assert.Positive(t, sum["overflow_refs"])
	assert.Positive(t, sum["refs_forwarded"])
}

// TestVerifyFull marks with every combination: as many as the choices of the
// queue multiply to, without a pair that means nothing.
func TestVerifyFull(t *testing.T) {
	notShort(t, "verifies every combination")
	t.Parallel()
	kind := stealq.StealHalf
	_, stdout, _ := runCLI("verify", "--shape", "tree", "--deque", kind.Name, "--objects", "200", "--reps", "1", "--workers", "2", "--full", "--json", "-")
	checks := decode(t, stdout)["checks"].([]any)
	last := checks[len(checks)-1].(map[string]any)
	assert.Equal(t, "policies, all combinations", last["setting"])
	const steals, victims, idles, rooms = 3, 4, 4, 3*2 + 1 // rooms with a marking: owners need a grain above 1
	assert.EqualValues(t, len(kind.Amounts)*steals*victims*idles*rooms, last["marks"])
}

// TestSlowPresetReport: each preset's rows stand together under its name, and the
// reports have its options.
func TestSlowPresetReport(t *testing.T) {
	tagged.Slow(t)
	dir := t.TempDir()
	table := mustRun(t, "run", "--shape", "tree", "--objects", "1000", "--reps", "6", "--workers", "1,2", "--preset", strings.Join(spell.Choices("preset"), ","),
		"--json", filepath.Join(dir, "json"), "--bench", filepath.Join(dir, "bench"))
	results := decode(t, read(t, filepath.Join(dir, "json")))["results"].([]any)
	require.Len(t, results, 2*len(spell.Choices("preset")))
	for i, r := range results {
		r := r.(map[string]any)
		p, _ := tune.ParsePreset(spell.Choices("preset")[i/2])
		assert.Equal(t, p.Name, r["preset"])
		for _, f := range flags.Spelled(mark.Options{}.Imitating(p)) {
			assert.Equal(t, f.Value, fmt.Sprint(r[setting.Named(f.Flag).Key]), "%s: %s", p.Name, f.Flag)
		}
		assert.NotNil(t, r["speedup"], "one worker of the same preset was measured")
		if i%2 == 0 {
			assert.Equal(t, 1.0, r["speedup"])
		}
	}
	bench := read(t, filepath.Join(dir, "bench"))
	for _, p := range tune.Presets() {
		assert.Contains(t, bench, "/preset="+p.Name+"/workers=2")
	}
	for _, name := range spell.Choices("preset") {
		assert.Len(t, regexp.MustCompile("\ntree +"+name+" .*").FindAllString(table, -1), 2*2, "%s: two numbers of workers, in each of two tables", name)
		assert.Contains(t, table, "marker's memory "+name+": ")
	}
}

// TestMarkingReport: where mark bits have owners, the reports say what travelled between them.
func TestMarkingReport(t *testing.T) {
	dir := t.TempDir()
	table := mustRun(t, "run", "--shape", "random", "--objects", "5000", "--reps", "6", "--workers", "2", "--marking", "owner,shared",
		"--json", filepath.Join(dir, "json"), "--csv", filepath.Join(dir, "csv"))
	results := decode(t, read(t, filepath.Join(dir, "json")))["results"].([]any)
	require.Len(t, results, 2)
	counts := strings.Fields("refs_forwarded slots_published slots_partial")
	for i, marking := range []string{"owner", "shared"} {
		r := results[i].(map[string]any)
		assert.Equal(t, marking, r["marking"])
		for _, count := range counts {
			if marking == "owner" {
				assert.Positive(t, r["stats"].(map[string]any)[count], count)
			} else {
				assert.Zero(t, r["stats"].(map[string]any)[count], count)
			}
		}
		assert.Regexp(t, "\nrandom +"+marking+" ", table)
		assert.Contains(t, table, "marker's memory marking "+marking+": ")
	}
	assert.Contains(t, read(t, filepath.Join(dir, "csv")), ",refs_forwarded,refs_spilt,")
}

// TestSpeculationReport: where lists are marked with speculation, the reports say what it found
// and what it cost.
func TestSpeculationReport(t *testing.T) {
	dir := t.TempDir()
	table := mustRun(t, "run", "--shape", "list", "--objects", "5000", "--reps", "6", "--workers", "1", "--speculation", "force,off",
		"--json", filepath.Join(dir, "json"), "--csv", filepath.Join(dir, "csv"))
	results := decode(t, read(t, filepath.Join(dir, "json")))["results"].([]any)
	require.Len(t, results, 2)
	for i, speculation := range []string{"force", "off"} {
		r := results[i].(map[string]any)
		assert.Equal(t, speculation, r["speculation"])
		for _, count := range strings.Fields("cursors_started cursor_rounds harvests objects_harvested") {
			if speculation == "force" {
				assert.Positive(t, r["stats"].(map[string]any)[count], count)
			} else {
				assert.Zero(t, r["stats"].(map[string]any)[count], count)
			}
		}
		assert.Regexp(t, "\nlist +"+speculation+" ", table)
		assert.Contains(t, table, "marker's memory speculation "+speculation+": ")
	}
	assert.Contains(t, read(t, filepath.Join(dir, "csv")), ",cpu_ns,cursors_started,cursor_rounds,cursor_rounds_wasted,harvests,objects_harvested,trial_ns,")
}

// TestFlagsMayRepeatAPreset: a flag that says what the preset says contradicts
// nothing.
func TestFlagsMayRepeatAPreset(t *testing.T) {
	for _, p := range tune.Presets() {
		args := "run --shape tree --objects 500 --reps 1 --no-verify --workers 2 --preset " + p.Name + " " + strings.Join(spell.Line(flags.Spelled(mark.Options{}.Imitating(p))...), " ")
		status, _, stderr := runCLI(strings.Fields(args)...)
		assert.Equal(t, session.ExitOK, status, stderr)
	}
}

// TestTableOfDeques: all deques in two tables of at most 80 columns, with a line in each for each deque and each number of
// workers. The overflows are in the second.
func TestTableOfDeques(t *testing.T) {
	notShort(t, "measures every deque")
	stdout := mustRun(t, "run", "--shape", "debruijn", "--objects", "6000", "--reps", "6", "--workers", "1,2", "--grain", "1", "--overflow", "0", "--capacity", "64",
		"--deque", strings.Join(spell.DequeNames(), ","))
	for _, line := range strings.Split(stdout, "\n") {
		assert.LessOrEqual(t, len([]rune(line)), 80, line)
	}
	times, deques, two := strings.Cut(stdout, "\n\n")
	require.True(t, two, stdout)
	assert.Regexp(t, `^shape +deque +workers +median +± +ns/obj +speedup +cv % +cpus\n`, times)
	assert.Regexp(t, `^shape +deque +workers +idle % +CAS\+RMW +stores +steals +items +overflow\n`, deques)
	for _, table := range []string{times, deques} {
		lines := strings.Split(table, "\n")
		for i, name := range spell.DequeNames() {
			for workers, line := range lines[1+2*i : 3+2*i] {
				assert.Regexp(t, fmt.Sprintf(`^debruijn  %s +%d `, name, workers+1), line)
				if table == deques {
					assert.Regexp(t, ` 0\+[1-9][0-9,]*$`, line)
				}
			}
		}
	}
	assert.Contains(t, stdout, "\nmarker's memory: ")
}
