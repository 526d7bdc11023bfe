package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// env is a machine that tests do not depend on.
var env = schema.Env{GOOS: "linux", GOARCH: "amd64", Go: "go1.26", CPU: "Some processor", CPUs: 2, GOMAXPROCS: 2, Version: "1", Date: "2026-01-02T03:04:05Z", Command: []string{"run", "--shape", "tree list"}}

// measured is a result of a heap: its mark takes that many nanoseconds in each process, and
// the samples of a process differ by some thousandths.
func measured(shape string, workers int, speedup, ns float64) schema.Result {
	r := schema.Result{Workers: workers, Speedup: &speedup, Verified: true, Digest: shape}
	r.Facts = schema.Facts{Shape: shape, Layout: "shuffled", Seed: 1, Objects: 1000, Edges: 2500, Roots: 1, Live: 750, ArenaBytes: 30_000}
	r.Choices = schema.Choices{Deque: "stealhalf", Grain: 64, Amount: "balance"}
	for p := range 6 {
		v := schema.Invocation{WarmupNS: []float64{2 * ns}, Reference: &schema.Reference{Version: 1, NS: []float64{100, 100, 100, 100, 100, 100, 100, 100}}}
		for i := range 7 {
			v.SamplesNS = append(v.SamplesNS, ns*(1+float64((p*3+i*2)%5-2)/1000))
		}
		r.Invocations = append(r.Invocations, v)
	}
	r.Stats = schema.Stats{DurationNS: int64(ns), StarvedNS: int64(ns/10) * int64(workers), HoardedNS: int64(ns/5) * int64(workers)}
	return r
}

func run(results ...schema.Result) schema.Run {
	return schema.Run{Schema: schema.RunSchema, Env: env, Warnings: []string{"the machine was busy"}, Results: results}
}

// read writes a report and reads it as the command does.
func read(t *testing.T, name string, v any) *File {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	f, err := Read(bytes.NewReader(text), name)
	require.NoError(t, err)
	return f
}

func write(t *testing.T, files ...*File) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, files, "test"))
	checkSafe(t, b.String())
	return b.String()
}

// Elements that fetch something, tags, and their attributes.
var (
	fetching   = regexp.MustCompile(`(?i)<(link|base|iframe|object|embed|form|img|image|audio|video|source|track)\b`)
	tags       = regexp.MustCompile(`<[a-zA-Z](?:[^>"]|"[^"]*")*>`)
	attributes = regexp.MustCompile(`([\w:-]+)\s*=\s*"([^"]*)"`)
	leading    = []string{"src", "srcset", "href", "xlink:href", "action", "formaction", "poster", "data", "background"}
)

// checkSafe: the page fetches nothing, a policy in it forbids that, and each of its elements
// ends.
func checkSafe(t *testing.T, page string) {
	t.Helper()
	_, policy, found := strings.Cut(page, `http-equiv="Content-Security-Policy" content="`)
	require.True(t, found)
	policy, _, _ = strings.Cut(policy, `"`)
	policy = html.UnescapeString(policy)
	assert.Regexp(t, `^default-src 'none'; style-src 'unsafe-inline'; script-src( 'sha256-[A-Za-z0-9+/]{43}=')+; base-uri 'none'; form-action 'none'$`, policy)
	for _, run := range regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(page, -1) {
		sum := sha256.Sum256([]byte(run[1]))
		assert.Contains(t, policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'", "a script that may not run")
	}
	outside := regexp.MustCompile(`(?s)<script.*?</script>`).ReplaceAllString(page, "")
	assert.NotRegexp(t, fetching, outside)
	assert.NotRegexp(t, `url\(|@import`, regexp.MustCompile(`(?s)<style.*?</style>`).FindString(page))
	for _, tag := range tags.FindAllString(outside, -1) {
		for _, a := range attributes.FindAllStringSubmatch(tag, -1) {
			assert.False(t, strings.HasPrefix(a[1], "on"), "a handler in %s", tag)
			assert.True(t, !slices.Contains(leading, a[1]) || strings.HasPrefix(a[2], "#"), "the page would fetch %s", tag)
		}
	}
	assert.Equal(t, strings.Count(page, "<!DOCTYPE html>"), 1)
	for _, name := range []string{"section", "details", "summary", "figure", "table", "tr", "ul", "div", "svg", "script", "style", "p", "dl", "h2", "h3"} {
		begun := len(regexp.MustCompile("<"+name+"[ >]").FindAllString(page, -1))
		assert.Equal(t, begun, strings.Count(page, "</"+name+">"), "elements %s that begin and that end", name)
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(`\sid="([^"]*)"`).FindAllStringSubmatch(outside, -1) {
		assert.False(t, ids[m[1]], "id %s is there twice", m[1])
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(outside, -1) {
		assert.True(t, ids[m[1]], "link to #%s leads nowhere", m[1])
	}
}

// headings are the sections of a page, in their order.
func headings(page string) (ids []string) {
	for _, m := range regexp.MustCompile(`<section id="(\w+)"`).FindAllStringSubmatch(page, -1) {
		ids = append(ids, m[1])
	}
	return ids
}

// plain is the text of a page as a reader sees it.
func plain(page string) string {
	page = regexp.MustCompile(`(?s)<(style|script).*?</(style|script)>`).ReplaceAllString(page, "")
	page = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, " ")
	return strings.Join(strings.Fields(html.UnescapeString(page)), " ")
}

// TestRun: a run has every section that it has data for, and each says its conclusion with
// the figure.
func TestRun(t *testing.T) {
	page := write(t, read(t, "dir/a.json", run(measured("tree", 1, 1, 4000), measured("tree", 2, 1.9, 2105), measured("list", 1, 1, 9000), measured("list", 2, 1.001, 8991))))
	assert.Equal(t, []string{"machine", "heaps", "table", "speedup", "samples", "stability", "idle", "commands", "missing", "reading"}, headings(page))
	text := plain(page)
	assert.True(t, strings.Contains(page, "10\u00a0% starved"), "a figure and its unit stay on one line")
	assert.True(t, strings.Contains(page, `title="mark time per live object">ns/obj<`), "what titles mean")
	for _, says := range []string{
		"Marking tree and list",
		"With 2 workers tree is 1.90 times as fast and list gains nothing (1.00).",
		"Measured on Some processor, 2 processors, linux/amd64",
		"the machine was busy",
		"2 heaps, with 2,000 objects in all, of which 75 % are live.",
		"Per live object tree with 2 workers takes least time, 2.81 ns, and list with 1 worker takes most, 12.0 ns.",
		"There is no trend: the later half of the processes took as long as the earlier half, but for 0.0 %.",
		"Of 192 samples 24 were slower at the beginning of a process, and were dropped as warm-up.",
		"The largest share of the workers' time is lost on list with 2 workers: 10 % starved and 20 % hoarded.",
		"result, the most idle first time of all workers busy starved hoarded list, 2 workers 70 % 10 % 20 %",
		"gcbench run --shape 'tree list'",
		"gcbench run --timeline FILE records it",
		"dir/a.json : gcbench/1",
	} {
		assert.True(t, strings.Contains(text, says), "the page does not say: %s", says)
	}
}

// TestWideIntervals: noise is shown, but for intervals that would leave no room for the lines.
func TestWideIntervals(t *testing.T) {
	for share, drawn := range map[float64]bool{0.1: true, 1: true, 1.9: false} {
		one, two := measured("tree", 1, 1, 4000), measured("tree", 2, 1.9, 2105)
		one.MedianNS, one.CI95NS = 4000, []float64{3999, 4000 * (1 + share)}
		two.MedianNS, two.CI95NS = 2105, []float64{2104, 2105 * (1 + share)}
		r := run(one, two)
		p := &pages{files: []*File{{Name: "a.json", Run: &r}}}
		p.collect()
		line := p.gainChart(p.gains()[0]).Panels[0].Lines[0]
		assert.Equal(t, drawn, line.Points[1].Hi > 0, share)
	}
}

// TestFewSamples: a speedup without an interval is not called noise.
func TestFewSamples(t *testing.T) {
	rows := []schema.Result{measured("tree", 1, 1, 4000), measured("tree", 2, 1.9, 2105)}
	for i := range rows {
		rows[i].Invocations = []schema.Invocation{{SamplesNS: []float64{rows[i].Invocations[0].SamplesNS[0]}}}
	}
	text := plain(write(t, read(t, "a.json", run(rows...))))
	assert.Contains(t, text, "With 2 workers tree is not surely faster or slower (1.90 times as fast; too few samples).")
	assert.Contains(t, text, "On tree with 2 workers, the workers' time is 10 % starved and 20 % hoarded.")
	assert.NotContains(t, text, "noise is larger")
	assert.NotContains(t, text, "The least stable")
	assert.Contains(t, text, "gcbench run --reps 8")
	assert.Contains(t, plain(write(t, read(t, "a.json", run(rows[0])))), "A mark takes 3.99 µs (too few samples to say how precisely that is known).")
}

// TestMissing: what has no data is left out, and a line says what would bring it.
func TestMissing(t *testing.T) {
	one := measured("tree", 1, 1, 1000)
	one.Invocations = one.Invocations[:1]
	page := write(t, read(t, "a.json", run(one)))
	assert.NotContains(t, headings(page), "speedup")
	assert.NotContains(t, headings(page), "idle")
	for _, flag := range []string{"--workers 1,2", "--invocations 6", "--seed 1-3 --layout all", "--timeline FILE", "compare --a FLAGS --b FLAGS", "sim mark --json FILE"} {
		assert.Contains(t, plain(page), flag)
	}
	page = write(t, read(t, "a.json", run()))
	assert.Equal(t, []string{"machine", "commands", "missing", "reading"}, headings(page), "a run without results")
	page = write(t)
	assert.Equal(t, []string{"commands", "missing", "reading"}, headings(page), "nothing at all")
}

// TestUntrusted: whatever a file says is text on the page.
func TestUntrusted(t *testing.T) {
	const evil = `<script>alert(1)</script><img src=http://example.com/x onerror="alert(2)">'"&{{.}}`
	one, two := measured("", 1, 1, 1000), measured("", 2, 1.5, 700)
	one.Heap, two.Heap = "x/"+evil, "x/"+evil
	one.Layout, one.Deque, one.Amount, one.Preset, one.Marking = evil, evil, evil, evil, evil
	r := run(one, two)
	r.Env.CPU, r.Env.Go, r.Env.Version, r.Env.Date, r.Env.Command = evil, evil, evil, evil, []string{evil}
	r.Warnings = []string{evil}
	c := comparison(t, run(one, two), run(one, two))
	c.A.Name, c.B.Name, c.Warnings, c.OnlyA, c.Differs = evil, evil, []string{evil}, []string{evil}, []string{evil}
	page := write(t, read(t, evil, r), read(t, evil+"2", c))
	assert.NotContains(t, page, "<script>alert")
	assert.NotContains(t, page, "<img")
	assert.NotContains(t, page, `onerror="`)
	assert.Equal(t, 1, strings.Count(page, "<script>"), "only the page's own script")
	assert.Contains(t, plain(page), "onerror=")
}

// comparison is what gcbench compare writes of two runs.
func comparison(t *testing.T, a, b schema.Run) *schema.Comparison {
	t.Helper()
	fa, fb := read(t, "a.json", a), read(t, "b.json", b)
	c, err := judged(fa, fb)
	require.NoError(t, err)
	c.Schema, c.Interleaved = schema.CompareSchema, true
	return c
}

// TestComparison: two runs are compared, and a comparison is drawn. The words warn of files
// that were written one after the other.
func TestComparison(t *testing.T) {
	a := run(measured("tree", 1, 1, 4000), measured("list", 1, 1, 9000))
	b := run(measured("tree", 1, 1, 5000), measured("list", 1, 1, 9000))
	text := plain(write(t, read(t, "a.json", a), read(t, "b.json", b)))
	assert.Contains(t, text, "Of B (b.json) and A (a.json), B is slower in 1 of 2 rows and as fast in 1 of 2 rows")
	assert.Contains(t, text, "B/A is corrected by frozen work")
	assert.Contains(t, text, "All files come from one kind of machine")
	text = plain(write(t, read(t, "c.json", comparison(t, a, b))))
	assert.Contains(t, text, "B is slower in 1 of 2 rows")
	assert.NotContains(t, text, "They can differ because")
	other := b
	other.Env.CPU = "Another processor"
	text = plain(write(t, read(t, "a.json", a), read(t, "b.json", other)))
	assert.Contains(t, text, "The files come from different machines")
	assert.Contains(t, text, "the processor differs: Some processor, Another processor")
	text = plain(write(t, read(t, "a.json", a), read(t, "b.json", run(measured("grid", 1, 1, 1)))))
	assert.NotContains(t, text, "Of B")
	text = plain(write(t, read(t, "a.json", a), read(t, "b.json", run(measured("grid", 1, 1, 5), measured("wide", 1, 1, 5)))))
	assert.Contains(t, text, "have no result in common")
}

// TestUnsure: where there is no verdict, the reason stands beside it.
func TestUnsure(t *testing.T) {
	a, b := run(measured("tree", 1, 1, 4000), measured("list", 1, 1, 9000)), run(measured("tree", 1, 1, 6000), measured("list", 1, 1, 13000))
	for _, r := range [][]schema.Result{a.Results, b.Results} {
		for i := range r {
			r[i].Invocations = r[i].Invocations[:2]
		}
	}
	text := plain(write(t, read(t, "a.json", a), read(t, "b.json", b)))
	assert.Contains(t, text, "No verdict is possible on B (b.json) and A (a.json): all 2 rows are unsure (fewer than 6 processes)")
}

// TestIdleSimulation: more workers that bring nothing are not called a speedup.
func TestIdleSimulation(t *testing.T) {
	point := func(workers int, speedup float64) schema.MarkPoint {
		return schema.MarkPoint{Workers: workers, Speedup: speedup}
	}
	assert.Equal(t, "in virtual time tree gains nothing from up to 8 workers (1.00), app reaches a speedup of 3.00 with 4 workers and list gains nothing from more workers and falls to a speedup of 0.41 with 4 workers",
		simulatedClause(schema.MarkCurves{
			{Name: "tree", Points: []schema.MarkPoint{point(1, 1), point(8, 1)}},
			{Name: "app", Points: []schema.MarkPoint{point(1, 1), point(4, 3), point(8, 2)}},
			{Name: "list", Points: []schema.MarkPoint{point(1, 1), point(4, 0.41), point(8, 0.5)}},
		}))
}

// TestSimulations: the figures of the pages about simulations are read and drawn.
func TestSimulations(t *testing.T) {
	for _, model := range []string{"makespan", "balance", "dag", "mark-sim"} {
		text, err := os.ReadFile("../../../../../docs/figures/" + model + ".json")
		require.NoError(t, err)
		f, err := Read(bytes.NewReader(text), model+".json")
		require.NoError(t, err, model)
		page := write(t, f)
		assert.Equal(t, []string{"simulation", "commands", "missing", "reading"}, headings(page), model)
		assert.Contains(t, page, "<svg", model)
		assert.Contains(t, page, "<table>", model)
		assert.NotContains(t, page, "A picture is left out", model)
	}
}

// TestThousand: with a thousand combinations the page stays small, and shows few charts at
// first.
func TestThousand(t *testing.T) {
	var all []schema.Result
	for seed := range 10 {
		for grain := range 50 {
			for w := range 2 {
				r := measured("tree", 1+w, 1+0.01*float64(w*grain), 1000+float64(grain*seed))
				r.Seed, r.Grain = uint64(seed), 1+grain
				all = append(all, r)
			}
		}
	}
	r := run(all...)
	var b strings.Builder
	require.NoError(t, Write(&b, []*File{{Name: "a.json", Run: &r, Env: &r.Env}}, "test"))
	assert.Less(t, b.Len(), 5_000_000)
	text := b.String()
	assert.Contains(t, text, "The 12 least stable rows come first.")
	assert.Contains(t, text, "The others lie between them, and are in the table.")
	assert.Contains(t, text, "The 760 most stable rows are not drawn.")
}

// TestSmallAndWide: a heap of one object, a heap of none, and 1,024 workers have pages.
func TestSmallAndWide(t *testing.T) {
	one := measured("list", 1, 1, 20)
	one.Objects, one.Live, one.Edges = 1, 1, 0
	none := measured("list", 1, 1, 20)
	none.Objects, none.Live, none.Edges, none.Roots = 0, 0, 0, 0
	for _, r := range []schema.Result{one, none} {
		text := plain(write(t, read(t, "a.json", run(r))))
		assert.NotContains(t, text, "NaN")
		assert.NotContains(t, text, "Inf")
	}
	text := plain(write(t, read(t, "a.json", run(measured("tree", 1, 1, 4000), measured("tree", 1024, 17, 235)))))
	assert.Contains(t, text, "With 1,024 workers tree is 17.00 times as fast.")
}

// TestBadFiles: an error is one line with the file's name, and says where something is wrong.
func TestBadFiles(t *testing.T) {
	text, err := json.Marshal(run(measured("tree", 1, 1, 4000)))
	require.NoError(t, err)
	good := string(text)
	for content, says := range map[string]string{
		"":                              "x.json: it is empty: give a report that gcbench run, compare or sim --json wrote",
		good[:500]:                      "x.json: it is cut: it ends at offset 500",
		"[]":                            "x.json: offset 1: it is a list, and must be an object",
		"{}":                            `x.json: its schema is "": it must be "gcbench/1", "gcbench-compare/1" or "gcbench-sim/1"`,
		`{"schema":"gcbench-verify/1"}`: `its schema is "gcbench-verify/1"`,
		good + "{}":                     "something follows the report",
		strings.Replace(good, `"workers":1`, `"workers":0`, 1):                   "workers is 0: it must be 1 or more",
		`{"schema":"gcbench-compare/1","rows":[{"workers":1,"verdict":"best"}]}`: `row 1 (): verdict is "best"`,
		`{"schema":"gcbench-compare/1","rows":[{"workers":1,"verdict":"same"}]}`: "ratio is 0: it must be from 1e-18 to 1e+18",
		`{"schema":"gcbench-compare/1","summary":{"ci95":[2,1]}}`:                "summary: ci95 is [2 1]: it must be null, or two numbers above 0",
		`{"schema":"gcbench-sim/1","model":"luck"}`:                              `its model is "luck": the models are mark, makespan, balance and dag`,
		`{"schema":"gcbench-sim/1","model":"mark"}`:                              "results: there are none",
		`{"schema":"gcbench-sim/1","model":"mark","results":[{"shape":"tree"}]}`: "curve 1 (tree) has no points",
		`{"schema":"gcbench-sim/1","model":"mark","results":[3]}`:                "offset 53: field results is a number, and must be an object",
		`{"schema":"gcbench-sim/1","model":"balance","results":{}}`:              "sizes has no cells",
		`{"schema":"gcbench-sim/1","model":"makespan","results":null}`:           "results: there are none",
		`{"otherData":{"schema":"gcbench-timeline/1"}}`:                          "x.json: ",
	} {
		_, err := Read(strings.NewReader(content), "x.json")
		if assert.ErrorContains(t, err, says) {
			assert.NotContains(t, err.Error(), "\n")
		}
	}
}

// TestStrange: figures of a file that cannot be true are left out, and never break the page.
func TestStrange(t *testing.T) {
	for i, change := range []func(r *schema.Result){
		func(r *schema.Result) { r.Speedup = ptr(-1) },
		func(r *schema.Result) { r.Speedup = ptr(1e300) },
		func(r *schema.Result) { r.Stats.StarvedNS, r.Stats.HoardedNS = -5, 1<<62 },
		func(r *schema.Result) { r.Stats.DurationNS = -1 },
		func(r *schema.Result) { r.ArenaBytes, r.Roots = -1, -1 },
		func(r *schema.Result) { r.Workers = 1 << 30 },
		func(r *schema.Result) { r.Invocations[0].WarmupNS = []float64{-1, 0, 1e300} },
		func(r *schema.Result) { r.Live, r.Objects = 1<<63, 1 },
	} {
		two := measured("tree", 2, 1.5, 2500)
		change(&two)
		page := write(t, read(t, "a.json", run(measured("tree", 1, 1, 4000), two)))
		assert.NotContains(t, plain(page), "NaN", i)
		assert.Contains(t, headings(page), "table", fmt.Sprint(i))
	}
}

func ptr(v float64) *float64 { return &v }

// TestTooltips: what is explained is the title of a column.
func TestTooltips(t *testing.T) {
	all, _ := (&columns.Expected{Differ: []string{"deque"}, Floors: true}).Columns()
	var titles []string
	for _, c := range all {
		titles = append(titles, c.Title)
	}
	for title := range ofResults {
		assert.Contains(t, titles, title)
	}
}
