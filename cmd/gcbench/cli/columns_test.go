package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// wouldMeasure returns what run would measure, with times that need no wait.
func wouldMeasure(t *testing.T, r reading, line string) (c *timing.Run, sources []flags.Source, results []schema.Result) {
	t.Helper()
	c = r.ran(t, strings.Fields(line)...)
	sources, setups, err := c.Prepare(t.Context())
	require.NoError(t, err, line)
	for _, from := range sources {
		h, err := from.Load(t.Context())
		require.NoError(t, err)
		var all []measure.Series
		for _, s := range setups {
			ns := 95.6 * float64(h.NumObjects())
			samples := []float64{0.98 * ns, 0.99 * ns, ns, ns, 1.01 * ns, 1.04 * ns}
			o := s.Of(from)
			stats := stats.Mark{Marked: h.NumObjects(), Duration: time.Duration(ns), Starved: time.Duration(ns / 100), Hoarded: time.Duration(ns / 10), Workers: make([]stats.Worker, o.Workers), MarkerBytes: o.MarkerBytes()}
			all = append(all, measure.Series{Options: o, SamplesNS: samples, MarksPerSample: 1, Summary: measure.Summarize(samples), Stats: stats})
		}
		for i, result := range measure.Results(h, from.Seed, all, true, 1) {
			result.Preset = setups[i].Preset
			results = append(results, result)
		}
	}
	return c, sources, results
}

// sweepTable returns the lines of the table of a sweep.
func sweepTable(t *testing.T, r reading, line string) []string {
	t.Helper()
	c, sources, results := wouldMeasure(t, r, line)
	var printed bytes.Buffer
	expected, same := c.Expected(sources)
	table := text.NewRunTable(&printed, expected, same)
	require.NoError(t, table.Results(results))
	require.NoError(t, table.End(""))
	return strings.Split(printed.String(), "\n")
}

// TestWhatVariesHasAColumn, and what was asked for and does not vary is said below.
func TestWhatVariesHasAColumn(t *testing.T) {
	r := newReading()
	file, other := genHeap(t, "tree", "20"), genHeap(t, "list", "1k")
	for _, c := range []struct{ line, titles, row, below string }{
		{"--shape tree --objects 20 --workers 1", "shape workers median", "tree 1 ", "20 objects"},
		{"--shape tree,list --objects 20 --grain 1 --workers 1", "shape workers median", "tree 1 ", "20 objects each, grain 1"},
		{"--shape tree --objects 20,1k --workers 1", "shape objects workers median", "tree 20 1 ", "cpus: processor time"},
		{"--shape tree --objects 20 --layout all --seed 1-2 --workers 1", "shape layout seed workers median", "tree alloc 1 1 ", "20 objects each\n"},
		{"--shape tree --objects 20 --grain 1,16 --capacity 64 --overflow 0,8 --workers 1", "shape grain overflow workers median", "tree 1 0 1 ", "20 objects, capacity 64\n"},
		{"--shape tree --objects 20 --steal empty,factor --victim last,random --idle spin,yield --workers 1", "shape steal victim idle workers", "tree empty last spin 1 ", "20 objects\n"},
		{"--shape tree --objects 20 --preset go --marking owner,shared --workers 1", "shape preset marking workers", "tree go owner 1 ", "20 objects\n"},
		{"--shape tree --objects 20 --preset go --speculation off,auto --workers 1", "shape preset speculation workers", "tree go off 1 ", "20 objects\n"},
		{"--shape tree --objects 20 --speculation force --workers 1", "shape workers", "tree 1 ", "20 objects, speculation force\n"},
		{"--shape tree --objects 20 --deque locked --amount one,all --workers 1", "shape amount workers", "tree one 1 ", "20 objects, deque locked\n"},
		{"--shape tree --objects 20 --workers 1 --grain 4 --capacity 65536 --overflow 1677721 --steal probabilistic --amount half --victim neighbour --seed 18446744073709551615",
			"shape workers", "tree 1 ", "20 objects, seed 18446744073709551615, grain 4, capacity 65536,\noverflow 1677721, steal probabilistic, amount half, victim neighbour\ncpus"},
		{"--shape tree --objects 20,30 --deque locked,abp --grain 1,2 --workers 1", "shape objects deque grain workers", "tree 20 locked 1 1 ", "CAS+RMW"},
		{"--heap " + file + " --workers 1", "heap workers", "tree.heap 1 ", "20 objects\n"},
		{"--heap " + file + "," + other + " --workers 1", "heap objects workers", "tree.heap 20 1 ", "cpus: "},
	} {
		lines := sweepTable(t, r, c.line)
		assert.Equal(t, c.titles, strings.Join(strings.Fields(lines[0])[:len(strings.Fields(c.titles))], " "), c.line)
		assert.True(t, strings.HasPrefix(strings.Join(strings.Fields(lines[1]), " ")+" ", c.row), lines[1])
		assert.Contains(t, strings.Join(lines, "\n"), "\n"+c.below, c.line)
	}
}

// TestRoomInTables: the spread of shapes leaves columns of 80 free, even where the
// numbers of objects vary.
func TestRoomInTables(t *testing.T) {
	r := newReading()
	widest := func(line string) (width int) {
		for _, l := range sweepTable(t, r, line) {
			width = max(width, len([]rune(l)))
		}
		return width
	}
	assert.LessOrEqual(t, widest("--objects 1k --workers 1,2"), 73)
	assert.LessOrEqual(t, widest("--objects 1k,2.5k --workers 2"), 78)
}

// TestManyMemories: a sweep does not end with a line for each of its settings.
func TestManyMemories(t *testing.T) {
	r := newReading()
	few := sweepTable(t, r, "--shape tree --objects 20 --workers 1 --grain 1,2 --capacity 64")
	assert.Equal(t, []string{"marker's memory grain 1: 4.", "marker's memory grain 2: 4."}, []string{few[6][:27], few[7][:27]})
	many := strings.Join(sweepTable(t, r, "--shape tree --objects 20 --workers 1-2 --grain 1-9"), "\n")
	assert.Regexp(t, `\nmarker's memory: from \S+ [KM]iB with 1 worker, grain 1\nto \S+ [KM]iB with 2 workers, grain \d\n$`, many)
}

// TestBenchNames: a name has what varies, a line has what does not, and what follows from
// another setting is in neither.
func TestBenchNames(t *testing.T) {
	r := newReading()
	file, other := genHeap(t, "tree", "20"), genHeap(t, "list", "30")
	same := genHeap(t, "tree", "30")
	for _, c := range []struct{ line, name, has, hasNot string }{
		{"--shape tree --objects 20", "shape=tree/workers=2", "layout: shuffled|objects: 20|seed: 1|queue: stealhalf|grain: 64|overflow: 16384|idle: park|speculation: auto", "amount|preset"},
		{"--shape tree --objects 20 --deque locked,abp", "shape=tree/queue=abp/workers=2", "grain: 64", "amount|queue"},
		{"--shape tree --objects 20 --deque locked,stealhalf --amount half", "shape=tree/queue=stealhalf/workers=2", "amount: half", "queue"},
		{"--shape tree --objects 20 --deque locked --amount half,all", "shape=tree/amount=all/workers=2", "queue: locked", "amount"},
		{"--shape tree --objects 20 --preset go,hotspot", "shape=tree/preset=hotspot/workers=2", "layout: shuffled", "preset|queue|grain|deque|overflow|steal|amount|victim|idle|marking|speculation"},
		{"--shape tree --objects 20 --preset go", "shape=tree/workers=2", "preset: go", "queue|grain|deque|overflow|steal|amount|victim|idle|marking|speculation"},
		{"--shape tree --objects 20 --preset go,halfmark --marking shared", "shape=tree/preset=halfmark/workers=2", "marking: shared", "preset|queue|amount|victim|idle"},
		{"--shape tree --objects 20 --preset go,halfmark --marking owner,shared", "shape=tree/preset=halfmark/marking=shared/workers=2", "objects: 20", "preset|marking"},
		{"--shape tree --objects 20 --preset go,halfmark --speculation off", "shape=tree/preset=halfmark/workers=2", "speculation: off", "preset|queue|amount|victim|idle"},
		{"--shape tree --objects 20 --preset go --speculation off", "shape=tree/workers=2", "preset: go", "speculation"},
		{"--shape tree --objects 20 --preset go,halfmark --speculation force,off", "shape=tree/preset=halfmark/speculation=off/workers=2", "objects: 20", "preset|speculation|marking"},
		{"--shape tree --objects 20 --speculation auto,off", "shape=tree/speculation=off/workers=2", "marking: auto", "speculation"},
		{"--shape tree --objects 20 --marking all", "shape=tree/marking=shared/workers=2", "queue: stealhalf", "marking"},
		{"--shape tree,list --objects 20,30 --layout bfs,alloc --seed 1-2 --grain 1,2", "shape=list/layout=alloc/objects=30/seed=2/grain=2/workers=2", "deque: 1024", "objects|layout|seed|grain"},
		{"--heap " + file + "," + other, "heap=list.heap/workers=2", "seed: 1", "objects|layout"},
		{"--heap " + file + "," + same, "heap=" + strings.ReplaceAll(same, "/", "_") + "/workers=2", "seed: 1", "objects|layout"},
	} {
		_, _, results := wouldMeasure(t, r, c.line+" --workers 2")
		var printed bytes.Buffer
		require.NoError(t, text.WriteBench(&printed, schema.Env{GOMAXPROCS: 1}, results))
		lines := strings.Split(strings.TrimSpace(printed.String()), "\n")
		assert.True(t, strings.HasPrefix(lines[len(lines)-1], "BenchmarkMark/"+c.name+"\t"), lines[len(lines)-1])
		for _, line := range strings.Split(c.has, "|") {
			assert.Contains(t, lines, line, c.line)
		}
		for _, key := range strings.Split(c.hasNot, "|") {
			assert.NotContains(t, printed.String(), "\n"+key+": ", c.line)
		}
	}
}
