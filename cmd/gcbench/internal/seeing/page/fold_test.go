package page

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// shapes are names of so many heaps.
func shapes(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("shape%d", i))
	}
	return all
}

// TestFolded: what is closed at first are all rows that are not open.
func TestFolded(t *testing.T) {
	rows := make([]int, 30)
	for i := range rows {
		rows[i] = i
	}
	for n, open := range map[int]int{12: 12, 18: 18, 19: 12, 30: 12} {
		var drawn [][]int
		parts := folded(rows[:n], 12, otherRows, func(rows []int) part {
			drawn = append(drawn, rows)
			return part{}
		})
		assert.Equal(t, rows[:n], slices.Sorted(slices.Values(slices.Concat(drawn...))), "each row once")
		assert.Empty(t, parts[0].Fold)
		if n > open {
			assert.Equal(t, fmt.Sprintf("The other %d rows", n-open), parts[1].Fold)
		} else {
			assert.Len(t, parts, 1)
		}
	}
}

// TestManyCompared: the rows that differ come first, and each row is there once.
func TestManyCompared(t *testing.T) {
	var a, b []schema.Result
	for i, shape := range shapes(40) {
		a, b = append(a, measured(shape, 1, 1, 1000)), append(b, measured(shape, 1, 1, 1000+float64(i/39*500)))
	}
	rows := comparedTable(comparison(t, run(a...), run(b...)))[0].Table.Rows
	require.Len(t, rows, 41)
	assert.Equal(t, "shape39", rows[0][0].Text, "it alone is slower")
	assert.Equal(t, "slower", rows[0][1].Ratio.Class)
	names := map[string]bool{}
	for _, row := range rows[:40] {
		names[row[0].Text] = true
	}
	assert.Len(t, names, 40)
	assert.Equal(t, "all together", rows[40][0].Text)
}

// TestRatioPlaces: equal ratios are equal distances. The band lies around 1, and an interval
// around its ratio, as far as there is room.
func TestRatioPlaces(t *testing.T) {
	const same = 0.2
	c := &schema.Comparison{Rows: []schema.CompareRow{{Ratio: 0.5, CI95: []float64{0.4, 0.625}}, {Ratio: 2, CI95: []float64{1.6, 2.5}}, {Ratio: 1, CI95: []float64{1e-9, 1e9}}, {Ratio: -1}}}
	a := axisOf(c, same)
	draw := func(i int) *ratio { return a.draw(c.Rows[i].Ratio, c.Rows[i].CI95, "unsure", same) }
	low, high, wide := draw(0), draw(1), draw(2)
	half := (high.At - low.At) / 2
	assert.InDelta(t, low.At+half, wide.At, 1e-9)
	assert.InDelta(t, wide.One, wide.At, 1e-9)
	assert.InDelta(t, half*math.Log2(1.2/0.8), low.Band.Width(), 1e-9)
	for _, r := range []*ratio{low, high} {
		assert.InDelta(t, r.At-half*math.Log2(1.25), r.Interval.From, 1e-9)
		assert.InDelta(t, r.At+half*math.Log2(1.25), r.Interval.To, 1e-9)
	}
	assert.True(t, 0 <= wide.Interval.From && wide.Interval.To <= 1, "%+v", wide)
	assert.Nil(t, draw(3), "it has no place")
	for _, strange := range []schema.CompareRow{{Ratio: 1e300, CI95: []float64{-1e300, 0}}, {Ratio: 0}, {Ratio: 1, CI95: []float64{5, -5}}, {Ratio: 1, CI95: []float64{1e300}}} {
		c.Rows = append(c.Rows, strange)
		b := axisOf(c, same)
		assert.True(t, 0 < b.From && b.From < b.To && b.To < 100, "%+v", b)
	}
}

// TestManyHeaps: some charts of speedups are open, and the others can be opened.
func TestManyHeaps(t *testing.T) {
	var all []schema.Result
	for _, shape := range shapes(15) {
		all = append(all, measured(shape, 1, 1, 1000), measured(shape, 2, 2, 500))
	}
	parts := collected(t, all...).speedups().Parts
	require.Len(t, parts, 2)
	assert.Len(t, parts[0].Charts, openPanels)
	assert.Equal(t, "The charts of 6 more heaps", parts[1].Fold)
	assert.Len(t, parts[1].Charts, 6)
}

// TestManySettings: of many lines those stay that gain most and those that gain least.
func TestManySettings(t *testing.T) {
	var all []schema.Result
	for i := range 10 {
		one, two := measured("tree", 1, 1, 1000), measured("tree", 2, 1+float64(i)/10, 1000)
		one.Grain, two.Grain = 1<<i, 1<<i
		all = append(all, one, two)
	}
	p := collected(t, all...)
	var drawn []float64
	for _, g := range p.furthest(p.gains()[0]) {
		drawn = append(drawn, p.speedup(g.last()))
	}
	assert.Equal(t, []float64{1.9, 1.8, 1.7, 1.2, 1.1, 1}, drawn)
}

// TestManyProfiles: of heaps that are alike one is drawn at first, and not all are drawn.
func TestManyProfiles(t *testing.T) {
	tree := measured("tree", 1, 1, 1000)
	h := surveyed(tree, false)
	heaps := slices.Repeat([]*schema.Heap{&h}, 100)
	parts := profiles(shapes(100), heaps)
	require.Len(t, parts, 2)
	assert.Len(t, parts[0].Charts, 1)
	assert.Len(t, parts[1].Charts, mostProfiles)
}

// TestLanesOfSeveralFirst: a reader sees a mark of several workers first.
func TestLanesOfSeveralFirst(t *testing.T) {
	f := &chrometrace.File{}
	for _, workers := range []int{1, 2, 1, 3} {
		line := &timeline.Timeline{Duration: 1000, Lanes: make([]timeline.Lane, workers)}
		f.Marks = append(f.Marks, chrometrace.Mark{Facts: schema.Facts{Shape: "tree"}, Workers: workers, Timeline: line})
	}
	page := write(t, &File{Name: "t.json", Timeline: f})
	at := func(workers string) int { return strings.Index(page, "<h3>tree of 0 objects, "+workers) }
	assert.Equal(t, 4, strings.Count(page, "<article"))
	assert.True(t, 0 < at("2 workers") && at("2 workers") < at("3 workers") && at("3 workers") < at("1 worker"))
}
