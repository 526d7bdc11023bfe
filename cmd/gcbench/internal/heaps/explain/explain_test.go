package explain

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// factsOf are the facts of a shape's heap. Its marks were not measured: one worker is said
// to take 30 ns an object, and two are said to be twice as fast, and to share the work.
func factsOf(t *testing.T, name string, objects uint64, layout shape.Layout) *Facts {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Layout: layout})
	require.NoError(t, err)
	return surveyed(t, h)
}

func surveyed(t *testing.T, h *heap.Heap) *Facts {
	t.Helper()
	reached, err := heap.Levels(h)
	require.NoError(t, err)
	found, err := sim.Sweep(context.Background(), h, sim.Config{}, nil)
	require.NoError(t, err)
	ns := 30 * float64(reached.Count)
	return &Facts{
		Facts:      schema.Facts{Objects: h.NumObjects(), Live: reached.Count},
		Processors: 2, LastCache: 1 << 20,
		Structure: Survey(h, reached),
		Bound:     &schema.Bound{Ceiling: found.Ceiling()},
		One:       &Mark{Workers: 1, MedianNS: ns, LeastNS: ns, NSPerObject: 30},
		Many:      &Mark{Workers: 2, MedianNS: ns / 2, NSPerObject: 15, Helped: 0.5, Grain: 64},
		ColdNS:    ns,
	}
}

// named returns what the rule with this name says, nil if it is silent.
func named(f *Facts, rule string) *schema.Finding {
	for _, found := range Explain(f).Findings {
		if found.Rule == rule {
			return found
		}
	}
	return nil
}

// TestRules: each rule speaks of a heap that has its property, with the figure, and is
// silent about one that has not.
func TestRules(t *testing.T) {
	tree := func() *Facts { return factsOf(t, "tree", 400, shape.Shuffled) }
	large := func() *Facts { // as if it were large
		f := tree()
		f.Live, f.Objects = 1_000_000, 1_200_000
		f.Structure.ReadBytes, f.Structure.Near, f.Structure.Alone, f.Bound.Ceiling = 100<<20, 0, 0.05, 1000
		return f
	}
	with := func(f *Facts, change func(*Facts)) *Facts { change(f); return f }
	list := func(change func(*Facts)) *Facts { return with(factsOf(t, "list", 400, shape.Shuffled), change) }
	speculates := func(harvests uint64) *Facts {
		return list(func(f *Facts) {
			f.Many.CursorRounds, f.Many.RoundsWasted, f.Many.Harvests, f.Many.ObjectsHarvested = 400, 100, harvests, 20*harvests
			f.Many.Trial, f.Many.CPUs = 0.01, 1.8
		})
	}
	for _, c := range []struct {
		rule     string
		has, not *Facts
		says     string
	}{
		{"busy", with(large(), func(f *Facts) { f.Waited = 0.4 }), with(large(), func(f *Facts) { f.Waited = 0.06 }), "for 40 % of their time"},
		{"busy", with(large(), func(f *Facts) { f.Waited = 0.4 }), with(large(), func(f *Facts) { f.Waited, f.Processors = 0.4, 1 }), ""},
		{"list", factsOf(t, "list", 400, shape.Shuffled), factsOf(t, "deep", 400, shape.Shuffled), "300 live objects on 300 levels"},
		{"list", list(func(*Facts) {}), tree(), "not done in a small heap: a mark fetches one object after the other, in 30.0 ns each"},
		{"list", list(func(f *Facts) { f.One.Speculation = "off" }), tree(), "No worker looked for the rest of the list: gcbench run --speculation auto would."},
		{"list", list(func(f *Facts) { f.One.CursorRounds = 50 }), tree(), "here they found nothing. A mark fetches one object after the other, in 30.0 ns each."},
		{"list", list(func(f *Facts) { f.One.CursorRounds, f.One.Harvests = 50, 1 }), tree(), "With that a mark by one worker took 30.0 ns for each object."},
		{"list", list(func(f *Facts) { f.One.CursorRounds, f.Many.Harvests = 50, 1 }), tree(), "With that a mark by one worker took"},
		{"speculation", speculates(2), list(func(*Facts) {}), "Speculation: 2 harvests found 40 objects further along a chain. 25 % of the cursors' rounds came after the last one that paid. 2 workers used 1.80 processors."},
		{"speculation", with(speculates(2), func(f *Facts) { f.One, f.Many = f.Many, nil; f.One.Workers = 1 }), tree(), "25 % of the cursors' rounds came after the last one that paid."},
		{"speculation", with(speculates(0), func(f *Facts) { f.Many.Trial = 0.1 }), speculates(0), "Speculation found nothing: it was tried for 10 % of the time."},
		{"narrow", factsOf(t, "deep", 400, shape.Shuffled), large(), "speedup over one worker at 1.3"},
		{"narrow", with(large(), func(f *Facts) { f.Bound.Ceiling, f.Many.Starved = 7, 0.2 }), with(large(), func(f *Facts) { f.Bound.Ceiling, f.Many.Starved = 9, 0.2 }),
			"The second worker had nothing to scan for 40 % of the time"},
		{"narrow", factsOf(t, "deep", 400, shape.Shuffled), factsOf(t, "list", 400, shape.Shuffled), ""},
		{"small", with(tree(), func(f *Facts) { f.Many.Helped = 0 }), large(), "worker 0 marks such a heap alone"},
		{"small", with(large(), func(f *Facts) { f.Structure.Alone = 0.5 }), with(large(), func(f *Facts) { f.Structure.Alone = 0.2 }), "about 50 % of the objects before it wakes another, so 2 workers can be at most about 1.33 times"},
		{"crowded", with(large(), func(f *Facts) { f.Many.Workers = 8 }), large(), "8 workers share 2 processors"},
		{"overflow", with(large(), func(f *Facts) { f.Many.OverflowRefs = 100_000 }), large(), "100,000 references (10 % of the live objects)"},
		{"spilt", with(large(), func(f *Facts) { f.Many.Forwarded, f.Many.Spilt = 500_000, 150_000 }), with(large(), func(f *Facts) { f.Many.Forwarded, f.Many.Spilt = 500_000, 10_000 }),
			"30 % of the references that went to the owners"},
		{"owners", with(large(), func(f *Facts) { f.Many.Workers, f.Many.Forwarded, f.Bound.Ceiling = 8, 1_500_000, 35 }),
			with(large(), func(f *Facts) { f.Many.Workers, f.Many.Forwarded, f.Bound.Ceiling = 4, 1_500_000, 35 }), "8 workers own the mark bits, and send each other 1.50 references per live object"},
		{"owners", with(large(), func(f *Facts) { f.Many.Workers, f.Many.Forwarded, f.Bound.Ceiling = 3, 1_500_000, 10 }),
			with(large(), func(f *Facts) { f.Many.Forwarded, f.Bound.Ceiling = 1_500_000, 10 }), ""},
		{"owners", with(large(), func(f *Facts) { f.Many.Workers, f.Many.Forwarded, f.Bound.Ceiling = 8, 100_000, 35 }),
			with(large(), func(f *Facts) { f.Many.Workers, f.Many.Forwarded, f.Bound.Ceiling = 8, 90_000, 35 }), ""},
		{"forwarding", with(large(), func(f *Facts) { f.Many.Forwarded = 8_000_000 }), with(large(), func(f *Facts) { f.Many.Forwarded = 2_600_000 }), "8.00 references per live object went"},
		{"hoarding", with(large(), func(f *Facts) { f.Many.Hoarded = 0.2 }), with(large(), func(f *Facts) { f.Many.Hoarded = 0.05 }), "for 20 % of their time"},
		{"hoarding", with(large(), func(f *Facts) { f.Many.Hoarded = 0.2 }), with(large(), func(f *Facts) { f.Many.Hoarded, f.Live = 0.2, 2*SharedObjects }), ""},
		{"hoarding", with(large(), func(f *Facts) { f.Many.Hoarded = 0.2 }), with(large(), func(f *Facts) { f.Many.Hoarded, f.Many.Harvests = 0.2, 1 }), ""},
		{"cache", with(tree(), func(f *Facts) { f.ColdNS *= 3 }), tree(), "3.00 times as long"},
		{"cache", with(tree(), func(f *Facts) { f.ColdNS *= 3 }), with(large(), func(f *Facts) { f.ColdNS *= 3 }), "1.00 MiB"},
		{"cache", with(tree(), func(f *Facts) { f.ColdNS *= 3; f.Many.MedianNS *= 2; f.Bound.Ceiling = 1000 }), tree(), "and for a gain from workers, take more objects"},
		{"cache", with(tree(), func(f *Facts) { f.ColdNS *= 3 }), tree(), "For times of memory take more objects"},
		{"order", factsOf(t, "tree", 20_000, shape.Alloc), factsOf(t, "tree", 20_000, shape.Shuffled), "within 4 KiB"},
		{"references", factsOf(t, "uniform", 400, shape.Shuffled), factsOf(t, "random", 400, shape.Shuffled), "30.0 ns per object, but 1.88 ns per reference"},
		{"garbage", with(large(), func(f *Facts) { f.Objects = 4_000_000 }), large(), "25 % of the objects"},
		{"huge", factsOf(t, "wide", 1000, shape.Shuffled), tree(), "100 % of the references are in 1 object with more than 512"},
		{"popular", factsOf(t, "app", 400, shape.Shuffled), factsOf(t, "random", 400, shape.Shuffled), "lead to one object"},
		{"nothing", large(), with(large(), func(f *Facts) { f.Many.Hoarded = 0.2 }), "30.0 ns per live object"},
		{"nothing", with(large(), func(f *Facts) { f.Objects = 4_000_000 }), factsOf(t, "list", 400, shape.Shuffled), ""},
	} {
		found := named(c.has, c.rule)
		if assert.NotNil(t, found, "%s: %s", c.rule, c.says) {
			assert.Contains(t, found.Sentence, c.says)
			assert.LessOrEqual(t, len(found.Sentence), 240, "a sentence or two")
		}
		assert.Nil(t, named(c.not, c.rule), c.rule)
	}
}

// TestUnknown: rules are silent about what is not known, and one thing is always said.
func TestUnknown(t *testing.T) {
	for _, f := range []*Facts{
		{Facts: schema.Facts{Objects: 4, Live: 3}},
		{Facts: schema.Facts{Objects: 4, Live: 3}, One: &Mark{Workers: 1, MedianNS: 5}},
		{},
	} {
		e := Explain(f)
		require.Len(t, e.Findings, 1, "%v", e.Findings)
		assert.NotContains(t, e.Findings[0].Sentence, "NaN")
	}
}

// TestShapes: no heap gets more than four sentences, and each is said once.
func TestShapes(t *testing.T) {
	for _, s := range shape.Shapes() {
		f := factsOf(t, s.Name, 1000, shape.Shuffled)
		f.Waited, f.Many.OverflowRefs, f.ColdNS = 0.9, 5, 100*f.ColdNS
		e := Explain(f)
		assert.LessOrEqual(t, len(e.Findings), maxFindings)
		assert.Equal(t, "busy", e.Findings[0].Rule)
	}
}

// fan is a root that refers to so many nodes, each of which refers to so many leaves.
func fan(t *testing.T, nodes, leaves int, payload uint64) *heap.Heap {
	t.Helper()
	var b heap.Builder
	var root []uint32
	for range nodes {
		var refs []uint32
		for range leaves {
			refs = append(refs, b.Add(0))
		}
		root = append(root, b.Add(0, refs...))
	}
	b.Root(b.Add(0, root...))
	b.Add(payload)
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// TestHugeRefs: what is huge to Survey is what the marker makes a range of.
func TestHugeRefs(t *testing.T) {
	for refs, want := range map[int]uint64{HugeRefs: 0, HugeRefs + 1: 1} {
		h := fan(t, 1, refs, 0)
		res, err := mark.Heap(t.Context(), h, mark.Options{Workers: 1})
		require.NoError(t, err)
		assert.Equal(t, want, res.Stats.Sum().SlicesOpened)
		assert.Equal(t, want, surveyed(t, h).Structure.Huge)
	}
}

// TestAlone: how far worker 0 gets before it wakes another. A tree of 2.4 MiB it marks alone.
// On a list it scans what it marks. The leaves of a wide heap are marked chunk by chunk, and a chunk counts like
// the leaves in it, so that half as many are enough. With many references to each object
// it marks far ahead of its scans.
func TestAlone(t *testing.T) {
	for name, want := range map[string]float64{"tree": 1, "wide": 0.048, "uniform": 0.007, "list": 0.102} {
		s, err := shape.Parse(name)
		require.NoError(t, err)
		h, err := s.Build(shape.Params{Objects: 100_000})
		require.NoError(t, err)
		reached, err := heap.Levels(h)
		require.NoError(t, err)
		assert.InDelta(t, want, Survey(h, reached).Alone, 0.002, name)
	}
}

// TestAloneObjects: the marker wakes a second worker for heaps above these sizes, and for
// none below. The chunk of the roots counts like 512 objects.
func TestAloneObjects(t *testing.T) {
	const each = 256
	for _, c := range []struct {
		marking tune.Marking
		objects int
		payload uint64 // bytes of the object that makes an arena large
		wakes   bool
	}{
		{tune.MarkingShared, SharedObjects - 3*each, 0, false},
		{tune.MarkingShared, SharedObjects + 8*each, 0, true},
		{tune.MarkingAuto, AloneObjects - 3*each, AloneBytes, false},
		{tune.MarkingAuto, AloneObjects + 8*each, AloneBytes, true},
		{tune.MarkingAuto, AloneObjects + 8*each, 0, false},
		{tune.MarkingAuto, SharedObjects + 8*each, 0, false},
	} {
		h := fan(t, c.objects/each, each-1, c.payload)
		r, err := sim.Run(t.Context(), h, sim.Config{Options: mark.Options{Workers: 2, Tuning: tune.Tuning{Marking: c.marking}}})
		require.NoError(t, err)
		assert.Equal(t, c.wakes, r.Wakes > 0, "%+v, %d live objects, %d bytes", c, r.Marked, len(h.Arena()))
	}
}
