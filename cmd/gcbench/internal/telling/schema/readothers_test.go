package schema

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// compared is a comparison of one file, whose name could be markup.
func compared() *Comparison {
	row := CompareRow{
		Facts: Facts{Heap: "dir/a|b_c*<d>.heap"}, Workers: 1, A: CompareTime{MedianNS: 1000}, B: CompareTime{MedianNS: 1500},
		Ratio: 1.5, CI95: []float64{1.4, 1.6}, CI99: []float64{1.3, 1.7}, Verdict: Slower,
	}
	return &Comparison{
		Rows: []CompareRow{row}, Summary: CompareSummary{Ratio: Known(1.5), CI95: row.CI95, CI99: row.CI99, Verdict: Slower, Counts: map[Verdict]int{Slower: 1}},
	}
}

// TestReadComparison: what is good can be read, and a figure that cannot be true is an error with
// its row and field.
func TestReadComparison(t *testing.T) {
	again := func(spoil func(c *Comparison)) (*Comparison, error) {
		c := compared()
		c.Schema = CompareSchema
		spoil(c)
		text, err := json.Marshal(c)
		require.NoError(t, err)
		return ReadComparison(bytes.NewReader(text), "x")
	}
	c, err := again(func(*Comparison) {})
	require.NoError(t, err)
	assert.Equal(t, compared().Rows, c.Rows)
	c, err = again(func(c *Comparison) { c.Rows[0].CI95, c.Rows[0].CI99 = nil, nil })
	require.NoError(t, err)
	assert.Nil(t, c.Rows[0].CI95)
	const row = "x: row 1 (a|b_c*<d>.heap): "
	for says, spoil := range map[string]func(c *Comparison){
		"x: same is -1: it must be from 0 to 100":                        func(c *Comparison) { c.Margin = -1 },
		"x: same is 101: it must be from 0 to 100":                       func(c *Comparison) { c.Margin = 101 },
		row + "workers is 0: it must be 1 or more":                       func(c *Comparison) { c.Rows[0].Workers = 0 },
		row + `verdict is "": it must be same, faster, slower or`:        func(c *Comparison) { c.Rows[0].Verdict = "" },
		row + "ratio is 1e-19: it must be from 1e-18 to 1e+18":           func(c *Comparison) { c.Rows[0].Ratio = 1e-19 },
		row + "a: median_ns is 0: it must be from 0.001 to 1e+15":        func(c *Comparison) { c.Rows[0].A.MedianNS = 0 },
		row + "b: median_ns is 2e+15: it must be from 0.001 to":          func(c *Comparison) { c.Rows[0].B.MedianNS = 2e15 },
		row + "ci95 is [2 1]: it must be null, or two numbers above 0":   func(c *Comparison) { c.Rows[0].CI95 = []float64{2, 1} },
		row + "ci99 is [0 1]: it must be null, or two numbers above 0":   func(c *Comparison) { c.Rows[0].CI99 = []float64{0, 1} },
		row + "ci99 is [1]: it must be null, or two numbers above 0":     func(c *Comparison) { c.Rows[0].CI99 = []float64{1} },
		"x: summary: ratio is 0: it must be from 1e-18 to 1e+18":         func(c *Comparison) { *c.Summary.Ratio = 0 },
		"x: summary: ci99 is [-1 1]: it must be null, or two numbers ab": func(c *Comparison) { c.Summary.CI99 = []float64{-1, 1} },
	} {
		_, err := again(spoil)
		assert.ErrorContains(t, err, says)
	}
}

// TestReadSimulation: likewise. Curves of versions that did not name them have the names of
// their heaps.
func TestReadSimulation(t *testing.T) {
	again := func(model string, results any) (*Simulation, error) {
		text, err := json.Marshal(Simulation{Schema: SimSchema, Model: model, Results: results})
		require.NoError(t, err)
		return ReadSimulation(bytes.NewReader(text), "x")
	}
	curve := func(shape, name string, p MarkPoint) MarkCurve {
		return MarkCurve{Facts: Facts{Shape: shape}, Name: name, Points: []MarkPoint{{Workers: 1, VirtualNS: 1, Speedup: 1, Limit: 1}, p}}
	}
	good := MarkPoint{Workers: 2, VirtualNS: 1, Speedup: 0.5, Limit: 2}
	s, err := again("mark", MarkCurves{curve("tree", "", good), curve("list", "", good), curve("wide", "mine", good)})
	require.NoError(t, err)
	for i, name := range []string{"tree", "list", "mine"} {
		assert.Equal(t, name, (*s.Results.(*MarkCurves))[i].Name)
	}
	cells := func(schemes string) (all []BalanceCell) {
		for scheme := range strings.FieldsSeq(schemes) {
			all = append(all, BalanceCell{Scheme: scheme})
		}
		return all
	}
	even := cells("a b")
	_, err = again("balance", Balance{Sizes: even, Patterns: even, Rates: even, Shrinking: even})
	require.NoError(t, err)
	for _, c := range []struct {
		model   string
		results any
		says    string
	}{
		{"balance", Balance{Sizes: even, Patterns: even, Rates: cells("a b b")}, `x: results: rates: scheme "b" has 2 cells, and scheme "a" has 1`},
		{"balance", Balance{Sizes: even, Patterns: even, Rates: even}, "x: results: shrinking has no cells"},
		{"makespan", Makespan{{Tasks: 1, Processors: 1}, {Tasks: 1}}, "x: results: cell 2: tasks and processors must be 1 or more"},
		{"makespan", Makespan{{Processors: 1}}, "x: results: cell 1: tasks and processors must be 1 or more"},
		{"dag", Dag{Balanced: make([]DagCell, 1), Unbalanced: make([]DagCell, 1)}, "balanced, unbalanced and processors must have cells"},
		{"dag", Dag{Balanced: make([]DagCell, 1), Processors: make([]DagCell, 1)}, "balanced, unbalanced and processors must have cells"},
	} {
		_, err := again(c.model, c.results)
		assert.ErrorContains(t, err, c.says)
	}
	for _, spoil := range []func(p *MarkPoint){
		func(p *MarkPoint) { p.Workers = 0 }, func(p *MarkPoint) { p.VirtualNS = 0 }, func(p *MarkPoint) { p.Speedup = 0 }, func(p *MarkPoint) { p.Limit = -math.MaxFloat64 },
	} {
		bad := good
		spoil(&bad)
		_, err := again("mark", MarkCurves{curve("tree", "", bad)})
		assert.ErrorContains(t, err, "x: results: curve 1 (tree), point 2: workers, virtual_ns, speedup and limit must be above 0")
	}
}
