package page

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// surveyed is a heap of 750 live objects, of which one is found after the other if it is
// narrow.
func surveyed(of schema.Result, narrow bool) schema.Heap {
	h := schema.Heap{Facts: of.Facts, Levels: []schema.Bar{{From: 0, Levels: 1, Objects: 250, Widest: 250}, {From: 1, Levels: 1, Objects: 500, Widest: 500}},
		Structure: schema.Structure{Levels: 2, Width: 375, Widest: 500, Edges: 2000, MaxOut: 7, MaxIn: 3},
		Bound:     schema.Bound{OneNS: 40_000, SpanNS: 1000, Ceiling: 40},
		Degrees:   schema.Degrees{Mean: 2.5, Max: 7, Histogram: []uint64{100, 200, 300, 400}},
		Remarks:   []schema.Finding{{Rule: "x", Sentence: "Something stands out."}}}
	if narrow {
		h.Levels, h.Structure.Levels, h.Structure.Widest = []schema.Bar{{From: 0, Levels: 750, Objects: 750, Widest: 1}}, 750, 1
		h.Bound = schema.Bound{OneNS: 40_000, SpanNS: 40_000, Ceiling: 1}
	}
	return h
}

// TestSurvey: levels, degrees and the ceiling are shown, and what they mean for marks.
func TestSurvey(t *testing.T) {
	tree, list := measured("tree", 1, 1, 4000), measured("list", 1, 1, 9000)
	r := run(tree, measured("tree", 2, 1.9, 2105), list, measured("list", 2, 1, 9000))
	r.Heaps = []schema.Heap{surveyed(tree, false), surveyed(list, true)}
	f := read(t, "a.json", r)
	text := plain(write(t, f))
	for _, says := range []string{
		"750 live objects on 2 levels, at most 500 on one. Without speculation any number of workers together can mark it at most 40.0 times as fast as one.",
		"750 live objects on 750 levels, at most 1 on one. Further workers can bring nothing but speculation: the ceiling is 1.00.",
		"Something stands out.", "at most, without speculation",
		"heap 0 1 2 to 3 4 to 7 tree 10 % 20 % 30 % 40 %",
	} {
		assert.True(t, strings.Contains(text, says), "the page does not say: %s", says)
	}
	assert.NotContains(t, text, "Levels, degrees and ceiling")
	p := &pages{files: []*File{f}}
	p.collect()
	of := func(heap string) int {
		return slices.IndexFunc(p.results, func(r schema.Result) bool { return r.Shape == heap })
	}
	assert.Equal(t, 1.0, p.most(of("tree"), 1))
	assert.Equal(t, 2.0, p.most(of("tree"), 64), "the processors, and not the workers")
	f.Run.Env.GOMAXPROCS = 128
	assert.Equal(t, 40.0, p.most(of("tree"), 64), "the ceiling, and not the workers")
	f.Run.Env.GOMAXPROCS = 0 // it is not known
	assert.Equal(t, 8.0, p.most(of("tree"), 8))
	assert.Equal(t, 1.0, p.most(of("list"), 2), "the ceiling, and not the workers")
}

// TestLanes: a timeline is shown, and its script may run.
func TestLanes(t *testing.T) {
	tree := measured("tree", 1, 1, 1000)
	lane := timeline.Lane{Slices: []timeline.Slice{{End: 1000, Activity: timeline.ActivityScan, Victim: -1, Objects: 750}}}
	written := chrometrace.File{Env: env, Command: env.Command, Marks: []chrometrace.Mark{{Facts: tree.Facts, Workers: 1, Choices: tree.Choices, IdleNS: []int64{0},
		Timeline: &timeline.Timeline{Duration: 1000 * time.Nanosecond, Lanes: []timeline.Lane{lane}}}}}
	var b bytes.Buffer
	require.NoError(t, written.Write(&b))
	f, err := Read(&b, "t.json")
	require.NoError(t, err)
	page := write(t, f, read(t, "a.json", run(tree)))
	assert.Contains(t, headings(page), "lanes")
	assert.NotContains(t, plain(page), "--timeline FILE")
	assert.Equal(t, 1, strings.Count(page, "<script>"), "the page's own, which has that of the lanes")
	for _, nothing := range []chrometrace.File{{}, {Marks: []chrometrace.Mark{{}, {Timeline: &timeline.Timeline{}}}}} {
		assert.NotContains(t, headings(write(t, &File{Name: "t.json", Timeline: &nothing})), "lanes")
	}
	written.Marks[0].Shape = "</script><script>alert(1)</script><b>"
	page = write(t, &File{Name: "t.json", Timeline: &written})
	assert.Equal(t, 1, strings.Count(page, "<script>"))
	assert.NotContains(t, page, "<b>")
	page = write(t, f, read(t, "a.json", run(tree)))
	assert.Contains(t, plain(page), "t.json, a.json gcbench run", "one command has written both files")
}

// TestProfile: where levels are joined, the widest of them is drawn too.
func TestProfile(t *testing.T) {
	h := surveyed(measured("x", 1, 1, 1000), true)
	assert.Len(t, profile("x", &h).Panels[0].Lines, 1, "all levels are alike")
	h.Levels = []schema.Bar{{From: 0, Levels: 100, Objects: 650, Widest: 550}, {From: 100, Levels: 100, Objects: 100, Widest: 1}}
	drawn := profile("x", &h).Panels[0]
	require.Len(t, drawn.Lines, 2)
	assert.Equal(t, "widest of each 100 distances", drawn.Lines[0].Name)
	assert.Equal(t, 550.0, drawn.Lines[0].Points[0].Y)
	assert.Equal(t, 6.5, drawn.Lines[1].Points[0].Y)
	assert.Equal(t, 10.0, drawn.Y.Log)
	h.Levels[0].Widest = 0
	drawn = profile("x", &h).Panels[0]
	require.Len(t, drawn.Lines, 1, "a file that does not say the widest")
	assert.Equal(t, "mean of each 100 distances", drawn.Lines[0].Name)
}
