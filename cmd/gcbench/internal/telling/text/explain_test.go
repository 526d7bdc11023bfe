package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// result is of a heap marked by so many workers; starved and hoarded are in per cent of
// their time, and helped of the objects.
func result(heap string, live uint64, workers int, starved, hoarded, helped int64) schema.Result {
	r := schema.Result{Workers: workers}
	r.Facts = schema.Facts{Shape: heap, Layout: "shuffled", Seed: 1, Objects: live, Live: live}
	if strings.Contains(heap, ".") {
		r.Shape, r.Heap, r.Layout = "", heap, ""
	}
	r.Grain = 64
	n := int64(workers)
	r.Stats = schema.Stats{DurationNS: 1000, StarvedNS: starved * 10 * n, HoardedNS: hoarded * 10 * n,
		Scanned: []uint64{live - live*uint64(helped)/100, live * uint64(helped) / 100}}
	return r
}

// TestClosing: at most two lines, the most useful first, and none about what goes well.
func TestClosing(t *testing.T) {
	pended := result("uniform", 1_000_000, 2, 0, 1, 50)
	pended.Stats.OverflowRefs = 200_000
	alloc := result("list", 1_000_000, 2, 50, 0, 0)
	alloc.Layout, alloc.Seed = "alloc", 7
	off := result("list", 1_000_000, 2, 50, 0, 0)
	off.Speculation = "off"
	single := result("tree", 100, 2, 20, 30, 0)
	single.Grain = 1
	for _, c := range []struct {
		results []schema.Result
		want    string
	}{
		{nil, ""},
		{[]schema.Result{result("tree", 1_000_000, 1, 0, 0, 0), result("tree", 1_000_000, 2, 3, 3, 50)}, ""},
		{[]schema.Result{result("list", 100, 1, 0, 0, 0)}, ""},
		{[]schema.Result{result("list", 1_000_000, 1, 0, 0, 0), result("list", 1_000_000, 2, 50, 0, 0)},
			"list: too few objects are grey at a time for a second worker (starved 50 %): gcbench explain --shape list"},
		{[]schema.Result{result("list", 1000, 2, 50, 0, 0), result("deep", 1000, 2, 42, 8, 0), result("tree", 1000, 2, 20, 30, 0), result("wide", 1000, 2, 10, 40, 0)},
			"list, deep: too few objects are grey at a time for a second worker (starved 42 to 50 %): gcbench explain --shape list,deep --objects 1k " +
				"tree, wide: a second worker is not woken for so few objects: take more to compare numbers of workers"},
		{[]schema.Result{result("a", 1000, 2, 20, 30, 0), result("b", 1000, 2, 20, 30, 0), result("c", 1000, 2, 20, 30, 0), result("d", 1000, 2, 20, 30, 0),
			result("e", 1000, 2, 20, 30, 0), result("f", 1000, 2, 20, 30, 0), result("g", 1000, 2, 20, 30, 0)},
			"a, b, c, d, e, 2 more: a second worker is not woken for so few objects: take more to compare numbers of workers"},
		{[]schema.Result{result("dir/my.heap", 1_000_000, 4, 75, 0, 0)},
			"my.heap: too few objects are grey at a time for a second worker (starved 75 %): gcbench explain dir/my.heap"},
		{[]schema.Result{result("deep", 1_000_000, 2, 50, 0, 0), result("deep", 1_000_000, 4, 20, 0, 50)}, ""},
		{[]schema.Result{result("tree", 1000, 2, 20, 30, 0), result("tree", 1_000_000, 2, 1, 1, 50)},
			"tree 1k: a second worker is not woken for so few objects: take more to compare numbers of workers"},
		{[]schema.Result{result("list", 20_000, 2, 50, 0, 0), result("list", 1_000_000, 2, 50, 0, 0), result("deep", 20_000, 2, 50, 0, 0)},
			"list 20k, list 1M, deep 20k: too few objects are grey at a time for a second worker (starved 50 %): gcbench explain --shape list,deep --objects 20k"},
		{[]schema.Result{alloc, result("list", 1_000_000, 2, 50, 0, 0)},
			"list alloc seed 7, list shuffled seed 1: too few objects are grey at a time for a second worker (starved 50 %): gcbench explain --shape list --layout alloc --seed 7"},
		{[]schema.Result{result("my dir/it's.heap", 1_000_000, 4, 75, 0, 0), result("b.heap", 5, 4, 75, 0, 0)},
			`it's.heap, b.heap: too few objects are grey at a time for a second worker (starved 75 %): gcbench explain 'my dir/it'\''s.heap'`},
		{[]schema.Result{off}, "list: too few objects are grey at a time for a second worker (starved 50 %), and with --speculation off it does not look for more: gcbench explain --shape list"},
		{[]schema.Result{off, result("list", 1_000_000, 2, 50, 0, 0)},
			"list: too few objects are grey at a time for a second worker (starved 50 %): gcbench explain --shape list"},
		{[]schema.Result{single}, ""},
		{[]schema.Result{result("random", 1_000_000, 2, 0, 1, 50), pended},
			"uniform: the overflow pool was full, and references (20 % of the objects) went to the pending bitmap: raise --overflow"},
		{[]schema.Result{result("tree", 1_000_000, 2, 0, 20, 50)},
			"tree: workers waited while another one held work (hoarded 20 %): gcbench explain --shape tree"},
		{[]schema.Result{result("tree", 100_000, 2, 0, 20, 50)}, ""},
		{[]schema.Result{result("list", 1000, 2, 50, 0, 0), result("tree", 1000, 2, 20, 30, 0), pended}, "list: tree:"},
	} {
		got := Closing(c.results)
		if strings.HasSuffix(c.want, "tree:") { // a third line would be too much
			assert.NotContains(t, got, "uniform")
			continue
		}
		assert.Equal(t, c.want, strings.Join(strings.Fields(got), " "))
		for line := range strings.Lines(got) {
			if strings.Contains(line, "gcbench") { // to be copied
				assert.True(t, strings.HasPrefix(line, "  gcbench explain "), line)
				continue
			}
			assert.LessOrEqual(t, len([]rune(line)), wrap.Width+1)
			assert.True(t, strings.HasSuffix(line, "\n"))
		}
	}
}

// TestExplained: no line is too long, and nothing is printed of what is not known.
func TestExplained(t *testing.T) {
	long := strings.Repeat("a word ", 40)
	f := &explain.Facts{
		Facts: schema.Facts{Objects: 1e9, Live: 1e9}, Structure: &schema.Structure{Levels: 1e9, Width: 1e9, Edges: 3e9}, Bound: &schema.Bound{Ceiling: 12.345},
		One: &explain.Mark{Workers: 1, MedianNS: 3e9}, Many: &explain.Mark{Workers: 1000, MedianNS: 1e9, Plan: long},
	}
	text := Explained(&explain.Explained{Facts: f, Findings: []*schema.Finding{{Sentence: long}}}, "tree")
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, len([]rune(line)), wrap.Width+1, line)
	}
	assert.Contains(t, text, "1 worker 3.00 s, 1000 workers 1.00 s, speedup 3.00, ceiling 12.3\nplan: a word")
	for _, f := range []*explain.Facts{{Facts: schema.Facts{Objects: 4, Live: 3}, One: &explain.Mark{Workers: 1, MedianNS: 5}}, {}} {
		assert.NotContains(t, Explained(explain.Explain(f), "x"), "NaN")
	}
}
