package hprof

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// TestDeepClassesTakeNoMoreSteps: an instance takes no more steps than it has references, and a class
// few, however many superclasses it has and wherever they stand in the file. Steps are counted, not time.
func TestDeepClassesTakeNoMoreSteps(t *testing.T) {
	const depth, instances, leaves, leaf = 999, 3000, 500, 0x5000
	for name, order := range map[string]string{
		"classes first": "lower top leaves instances", "top class late": "lower leaves instances top",
		"top class missing": "lower leaves instances", "instances first": "instances leaves lower top", "top class first": "top instances leaves lower",
		"leaf classes last": "lower instances leaves top",
	} {
		e := newDump("1.0.2", 8)
		parts := map[string]*encoder{"lower": e.part(), "top": e.part(), "leaves": e.part(), "instances": e.part()}
		for c := uint64(1); c <= depth; c++ {
			part, class := "lower", loaded{id: c, super: c + 1, name: fmt.Sprint("C", c)}
			if c == depth {
				part, class.super = "top", 0
			}
			if c == 500 {
				class.fields = []field{{"next", typeObject, 0}}
			}
			parts[part].add(e.declare(c, class))
		}
		for k := range uint64(leaves) {
			parts["leaves"].add(e.declare(leaf+k, loaded{id: leaf + k, super: 1, name: fmt.Sprint("L", k)}))
		}
		for i := range uint64(instances) {
			parts["instances"].add(e.instance(1<<20+16*i, leaf+i%leaves, refs(1<<20)...))
		}
		var segment []byte
		for _, part := range strings.Fields(order) {
			segment = append(segment, parts[part].buf...)
		}
		d := newDecoder(bytes.NewReader(e.heap(tagSegment, segment).end()), sink.Options{})
		d.header()
		d.records()
		d.finish()
		require.NoError(t, d.in.Err(), name)
		assert.Less(t, d.steps, 6*(depth+leaves+instances), name)
		all, err := d.out.Build(sink.Program{})
		require.NoError(t, err, name)
		next := slices.IndexFunc(all.Stats.Edges, func(e sink.EdgeCount) bool { return e.Kind == "fields" })
		assert.EqualValues(t, instances, all.Stats.Edges[next].Count, name)
	}
}

// TestLabelsAreShort: a root has a few bytes, and each may have another label.
func TestLabelsAreShort(t *testing.T) {
	e := newDump("1.0.2", 8)
	long := strings.Repeat("é", 500)
	class := e.declare(1, loaded{id: 0x100, name: "C" + long})
	e.record(tagFrame, e.part().ids(0x301, e.str("m"+long), 0, 0).u4(1).u4(0).buf)
	e.record(tagTrace, e.part().u4(50).u4(3).u4(1).ids(0x301).buf)
	e.record(tagStartThread, e.part().u4(3).ids(0x100).u4(50).ids(e.str("t"+long), 0, 0).buf)
	d := read(t, e.heap(tagSegment, class, e.rootOf(rootFrame, 0x100, 3, 0), e.rootOf(rootFrame, 0x100, 4, 0)).end(), sink.Options{})
	ref, _ := d.Ref(0x100)
	short := strings.Repeat("é", 47) + "..."
	assert.Equal(t, []string{"frame of C" + short + ".m" + short + ", thread t" + short, "frame, thread 4"}, slices.Collect(d.RootsOf(ref)))
}

// TestUnknownThreadHasNoStack: a trace with serial number 0 is not that of every unknown thread.
func TestUnknownThreadHasNoStack(t *testing.T) {
	e := newDump("1.0.2", 8)
	e.record(tagFrame, e.part().ids(0x301, e.str("run"), 0, 0).u4(0).u4(0).buf)
	e.record(tagTrace, e.part().u4(0).u4(3).u4(1).ids(0x301).buf)
	d := read(t, e.heap(tagSegment, e.numbers(0x1000, 8, 1), e.rootOf(rootFrame, 0x1000, 3, 0), e.rootOf(rootFrame, 0x1000, 4, 0)).end(), sink.Options{})
	ref, _ := d.Ref(0x1000)
	assert.Equal(t, []string{"frame of run, thread 3", "frame, thread 4"}, slices.Collect(d.RootsOf(ref)))
}
