package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/schema"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// shapes are names of so many heaps.
func shapes(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("shape%d", i))
	}
	return all
}

// TestFolded: what is closed at first are all rows that are not open, those of one heap
// together.
func TestFolded(t *testing.T) {
	var all []schema.Result
	for w := range 10 {
		for _, shape := range shapes(3) {
			all = append(all, measured(shape, 1+w, 1, 1000))
		}
	}
	p := collected(t, all...)
	var drawn [][]int
	parts := p.folded(p.all(), 12, func(rows []int) part {
		drawn = append(drawn, rows)
		return part{}
	})
	require.Len(t, drawn, 4, "those that are open, and three heaps")
	assert.Equal(t, p.all(), slices.Sorted(slices.Values(slices.Concat(drawn...))), "each row once")
	assert.Equal(t, "The other 18 rows", parts[1].Fold)
	assert.Equal(t, "shape0: 6 rows", parts[1].Parts[0].Fold)
}

// TestManyCompared: the rows that differ come first, and each row is drawn once.
func TestManyCompared(t *testing.T) {
	var a, b []schema.Result
	for i, shape := range shapes(30) {
		a, b = append(a, measured(shape, 1, 1, 1000)), append(b, measured(shape, 1, 1, 1000+float64(i/29*500)))
	}
	p := &pages{}
	parts := p.compared("", comparison(t, run(a...), run(b...))).Parts
	first, rest := string(parts[0].Charts[0]), string(parts[1].Charts[0])
	assert.Equal(t, "The other 6 rows", parts[1].Fold)
	for _, shape := range shapes(30) {
		assert.Equal(t, 1, strings.Count(first+rest, ">"+shape+", 1 worker<"), shape)
	}
	slower := strings.Index(first, ">shape29, ")
	assert.True(t, 0 < slower && slower < strings.Index(first, ">shape0, "), "it alone is slower")
}

// TestManyHeaps: some charts of speedups are open, and the others can be opened.
func TestManyHeaps(t *testing.T) {
	var all []schema.Result
	for _, shape := range shapes(12) {
		all = append(all, measured(shape, 1, 1, 1000), measured(shape, 2, 2, 500))
	}
	parts := collected(t, all...).speedups().Parts
	require.Len(t, parts, 2)
	assert.Len(t, parts[0].Charts, openPanels)
	assert.Equal(t, "The charts of 3 more heaps", parts[1].Fold)
	assert.Len(t, parts[1].Charts, 3)
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
	for _, g := range p.furthest(p.gains()) {
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
	html, err := lanesHTML([]*chrometrace.File{f})
	require.NoError(t, err)
	at := func(workers string) int { return strings.Index(string(html), "<h3>tree of 0 objects, "+workers) }
	assert.True(t, 0 < at("2 workers") && at("2 workers") < at("3 workers") && at("3 workers") < at("1 worker"))
}
