package info

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// treeHeap is a heap as a report has it: 300 objects of 400 are live, on 9 levels.
func treeHeap(t *testing.T) *schema.Heap {
	t.Helper()
	h, err := source.Watch(nil).Build("tree", shape.Params{Objects: 400, Seed: 1})
	require.NoError(t, err)
	reached, err := heap.Levels(h.Heap)
	require.NoError(t, err)
	s := &schema.Structure{Levels: len(reached.Levels), Width: 300. / 9, Widest: 128, Edges: 299, MaxOut: 2, MaxIn: 1, Near: 0.25, Alone: 1}
	found := Heap(h, 1, reached, s)
	found.Bound = schema.Bound{OneNS: 900, SpanNS: 300, Ceiling: 3}
	found.Remarks = append(found.Remarks, schema.Finding{Rule: "small", Sentence: "Small.", Figures: map[string]float64{}})
	return found
}

// TestReadHeaps: a heap that was written can be read, one of an older version has none, and a
// figure that no heap has is an error with the field's name.
func TestReadHeaps(t *testing.T) {
	written := treeHeap(t)
	require.NoError(t, written.Check())
	require.NoError(t, (&schema.Heap{}).Check(), "an empty heap")
	content, err := json.Marshal(schema.Run{Schema: schema.RunSchema, Results: nil, Heaps: []schema.Heap{*written}})
	require.NoError(t, err)
	good := string(content)
	run, err := schema.ReadRun(strings.NewReader(good), "x")
	require.NoError(t, err)
	assert.Equal(t, []schema.Heap{*written}, run.Heaps)
	for _, old := range []string{`"heaps":null`, `"heaps":[]`, `"older":1`} {
		before, _, _ := strings.Cut(good, `"heaps":[{`)
		run, err := schema.ReadRun(strings.NewReader(before+old+"}"), "x")
		require.NoError(t, err)
		assert.Empty(t, run.Heaps)
	}
	at := strings.Index(good, `"heaps":[{`)
	for _, c := range []struct{ old, replacement, says string }{
		{`"live":300`, `"live":401`, "live is 401: it must be from 0 to 400"},
		{`"arena_bytes":`, `"arena_bytes":-`, "arena_bytes is -"},
		{`"levels":9,`, `"levels":301,`, "structure.levels is 301: it must be from 0 to 300"},
		{`"width":33.333333333333336`, `"width":-1`, "structure.width is -1: it must be from 0 to 300"},
		{`"widest":128`, `"widest":301`, "structure.widest is 301"},
		{`"max_in":1`, `"max_in":300`, "structure.max_in is 300: it must be from 0 to 299"},
		{`"edges":299`, `"edges":1000`, "structure.edges is 1000: it must be from 0 to "},
		{`"max_out":2`, `"max_out":300`, "structure.max_out is 300: it must be from 0 to 299"},
		{`"huge":0`, `"huge":301`, "structure.huge is 301: it must be from 0 to 300"},
		{`"near":0.25`, `"near":1.25`, "structure.near is 1.25: it must be from 0 to 1"},
		{`"alone":1`, `"alone":-0.5`, "structure.alone is -0.5: it must be from 0 to 1"},
		{`"alone":1`, `"alone":1e999`, "field heaps.structure.alone is the number 1e999, and must be a number"},
		{`"mean":`, `"mean":-`, "degrees.mean is -"},
		{`"span_ns":300`, `"span_ns":901`, "bound.span_ns is 901: it must be from 0 to 900"},
		{`"ceiling":3`, `"ceiling":1e300`, "bound.ceiling is 1e+300: it must be from 0 to 900"},
		{`"from":1,`, `"from":2,`, "levels: bar 2 begins at level 2: it must begin at level 1"},
		{`"from":0,"levels":1`, `"from":0,"levels":0`, "levels: bar 1 has 0 levels: it must have 1 or more, and all bars together 9"},
		{`"from":8,"levels":1`, `"from":8,"levels":2`, "levels: bar 9 has 2 levels"},
		{`"objects":2,`, `"objects":18446744073709551615,`, "levels: bar 2 has 18446744073709551615 objects: there must be 300 in all bars"},
		{`"objects":2,"widest":2`, `"objects":1,"widest":1`, "levels: the bars have 9 levels and 299 objects: they must have 9 levels and 300 objects"},
		{`"objects":2,"widest":2`, `"objects":2,"widest":3`, "levels: bar 2 has 2 objects on 1 levels, and 3 on the widest"},
		{`"objects":2,"widest":2`, `"objects":2,"widest":1`, "levels: bar 2 has 2 objects on 1 levels, and 1 on the widest"},
		{`"levels":[{`, `"levels":[` + strings.Repeat(`{},`, schema.MaxBars) + `{`, "levels has 73 bars: there must be at most 64"},
		{`"histogram":[`, `"histogram":[18446744073709551615,`, "degrees.histogram has more objects than the heap: there must be 400"},
		{`"histogram":[`, `"histogram":[` + strings.Repeat("0,", 65), "classes: there must be at most 65"},
		{`"histogram":[`, `"histogram":[],"was":[`, "degrees.histogram has 0 objects: there must be 400"},
		{`"Small."`, `""`, "remarks: sentence 1 is empty"},
		{`"structure":{`, `"structure":{},"was":{`, "levels: bar 1 has 1 levels"},
	} {
		heaps := good[at:]
		require.Contains(t, heaps, c.old)
		_, err := schema.ReadRun(strings.NewReader(good[:at]+strings.Replace(heaps, c.old, c.replacement, 1)), "x")
		if assert.ErrorContains(t, err, c.says) && !strings.HasPrefix(c.says, "field") {
			assert.ErrorContains(t, err, "x: heap 1 (tree): ")
		}
	}
}
