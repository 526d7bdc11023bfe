package growth

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// object is an object of a program, by its id.
type object struct {
	class string
	bytes uint64
	refs  []uint64
}

// program are the objects of a program at some time. Object 1 is its only root.
type program map[uint64]object

// dumped is the program's heap as a dump of this format.
func (p program) dumped(t *testing.T, name string, format dump.Format) *source.Heap {
	t.Helper()
	s := sink.New("toy", []sink.EdgeKind{{Name: "fields"}}, sink.Options{})
	known := map[string]sink.Class{}
	for _, id := range slices.Sorted(maps.Keys(p)) {
		o := p[id]
		if _, ok := known[o.class]; !ok {
			known[o.class] = s.Class(o.class)
		}
		s.Object(id, o.bytes, known[o.class])
		for _, to := range o.refs {
			s.Edge(0, to)
		}
	}
	s.Root(1, s.Label("a frame"))
	d, err := s.Build(sink.Program{})
	require.NoError(t, err)
	return &source.Heap{Heap: d.Heap, File: name, Format: format, Foreign: d}
}

// compared compares programs.
func compared(t *testing.T, format dump.Format, top int, all ...program) (*Growth, *schema.Diff) {
	t.Helper()
	g := New(len(all))
	for i, p := range all {
		h := p.dumped(t, string(rune('a'+i)), format)
		require.NoError(t, g.Fits(h))
		require.NoError(t, g.Add(t.Context(), h))
	}
	d, err := g.Report(t.Context(), top)
	require.NoError(t, err)
	return g, d
}

// cache is a program whose root keeps so many sessions in a list, and one page that changes.
func cache(sessions int, page uint64) program {
	p := program{1: {"Cache", 16, []uint64{100, page}}, page: {"Page", 1000, nil}, 2: {"Session", 24, nil}}
	for i := range uint64(sessions) {
		p[100+2*i] = object{"Node", 16, []uint64{102 + 2*i, 101 + 2*i}}
		p[101+2*i] = object{"Session", 24, nil}
	}
	return p
}

// TestALeak: what is new in B and still in C is the leak, and not the page, of which each dump has another one.
func TestALeak(t *testing.T) {
	g, d := compared(t, dump.V8, 10, cache(2, 50), cache(5, 51), cache(9, 52))
	assert.Equal(t, []schema.DiffDump{
		{Heap: "a", Format: "V8 heap snapshot", Live: schema.Amount{Objects: 6, Bytes: 1096}, Dead: schema.Amount{Objects: 1, Bytes: 24}},
		{Heap: "b", Format: "V8 heap snapshot", Live: schema.Amount{Objects: 12, Bytes: 1216}, Dead: schema.Amount{Objects: 1, Bytes: 24}},
		{Heap: "c", Format: "V8 heap snapshot", Live: schema.Amount{Objects: 20, Bytes: 1376}, Dead: schema.Amount{Objects: 1, Bytes: 24}},
	}, d.Dumps)
	one := uint64(1)
	session := schema.DiffClass{Class: "Session", Change: schema.Change{
		Live: []schema.Amount{{Objects: 2, Bytes: 48}, {Objects: 5, Bytes: 120}, {Objects: 9, Bytes: 216}},
		New:  &schema.Amount{Objects: 3, Bytes: 72}, Gone: new(uint64), Still: &schema.Amount{Objects: 3, Bytes: 72},
	}, Together: schema.Amount{Objects: 9, Bytes: 216}, Chains: []schema.DiffChain{
		{Root: "a frame", Classes: []string{"Cache", "Node", "Session"}, Amount: schema.Amount{Objects: 3, Bytes: 72}, Example: "0x69"},
	}}
	require.Len(t, d.Classes, 2)
	assert.Equal(t, session, d.Classes[0])
	assert.Equal(t, "Node", d.Classes[1].Class)
	assert.Equal(t, schema.Amount{Objects: 18, Bytes: 360}, d.Classes[1].Together)
	assert.Equal(t, schema.Change{
		Live: []schema.Amount{{Objects: 6, Bytes: 1096}, {Objects: 12, Bytes: 1216}, {Objects: 20, Bytes: 1376}},
		New:  &schema.Amount{Objects: 7, Bytes: 1120}, Gone: &one, Still: &schema.Amount{Objects: 6, Bytes: 120},
	}, d.All)
	var folded bytes.Buffer
	require.NoError(t, g.Folded(&folded))
	assert.Equal(t, "a frame;Cache;Node 48\na frame;Cache;Node;Session 72\n", folded.String())
	class, grown, ok := g.Most()
	assert.Equal(t, []any{"", uint64(280), true, uint64(1096)}, []any{class, grown, ok, g.LiveBytes()})
}

// TestAFreedAddress: an object at the address of another is new if it has another class.
func TestAFreedAddress(t *testing.T) {
	a := program{1: {"Cache", 16, []uint64{2, 3}}, 2: {"Old", 8, nil}, 3: {"Kept", 8, nil}}
	b := program{1: {"Cache", 16, []uint64{2, 3}}, 2: {"New", 8, nil}, 3: {"Kept", 8, nil}}
	_, d := compared(t, dump.Ruby, 10, a, b)
	require.Len(t, d.Classes, 1)
	assert.Equal(t, []any{"New", schema.Amount{Objects: 1, Bytes: 8}, uint64(0)}, []any{d.Classes[0].Class, *d.Classes[0].New, *d.Classes[0].Gone})
	assert.Equal(t, []any{uint64(1), 1}, []any{*d.All.Gone, d.Shrunk})
}

// TestByClassAlone: three dumps of a runtime that moves objects. A class must have grown twice, and the smaller step counts.
func TestByClassAlone(t *testing.T) {
	of := func(twice, once int) program {
		p := program{1: {"Root", 8, nil}}
		root := p[1]
		for i := range uint64(twice + once) {
			p[10+i] = object{map[bool]string{true: "Twice", false: "Once"}[i < uint64(twice)], 100, nil}
			root.refs = append(root.refs, 10+i)
		}
		p[1] = root
		return p
	}
	g, d := compared(t, dump.HPROF, 10, of(1, 1), of(3, 9), of(4, 9))
	require.Len(t, d.Classes, 1)
	assert.Equal(t, "Twice", d.Classes[0].Class)
	assert.Nil(t, d.Classes[0].New)
	assert.EqualValues(t, 4, d.Classes[0].Chains[0].Objects, "all objects of the class")
	assert.Empty(t, d.Identity)
	assert.Equal(t, "Only classes are compared, and not objects: in this format (Java heap dump) ids are addresses, and the collector moves objects.", d.Note)
	class, grown, _ := g.Most()
	assert.Equal(t, []any{"", uint64(1100)}, []any{class, grown}, "all grew by more than Once alone")
	_, same := compared(t, dump.HPROF, 10, of(1, 1), of(1, 1))
	assert.Empty(t, same.Classes)
	_, top := compared(t, dump.HPROF, 1, of(1, 1), of(3, 9))
	assert.Equal(t, []any{1, 2}, []any{len(top.Classes), top.Suspects})
}

// TestMost: one class may grow while the whole does not.
func TestMost(t *testing.T) {
	of := func(a, b uint64) program {
		return program{1: {"A", a, []uint64{2}}, 2: {"B", b, nil}}
	}
	g, _ := compared(t, dump.V8, 1, of(10, 100), of(60, 20))
	class, grown, ok := g.Most()
	assert.Equal(t, []any{"A", uint64(50), true}, []any{class, grown, ok})
	g, _ = compared(t, dump.V8, 1, of(10, 100), of(10, 100))
	_, _, ok = g.Most()
	assert.False(t, ok)
}

// TestWhatDoesNotFit: the error says what would.
func TestWhatDoesNotFit(t *testing.T) {
	g := New(2)
	a := cache(1, 50).dumped(t, "a", dump.V8)
	require.NoError(t, g.Add(t.Context(), a))
	a.Format = dump.Ruby
	assert.EqualError(t, g.Fits(a), "a (V8 heap snapshot) and a (Ruby heap dump) are of different formats: give heap dumps of one program, all of one format")
	a.Format = dump.EdgeList
	assert.EqualError(t, g.Fits(a), "a (edge list) is a plain graph: give heap dumps of one program")
}

// TestAgainstPlainSets: random programs, whose objects come and go, are compared as sets of (id, class) say.
func TestAgainstPlainSets(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	stills := uint64(0)
	for range 300 {
		dumps := 2 + rng.IntN(2)
		all := make([]program, dumps)
		for i := range all {
			all[i] = randomProgram(rng)
		}
		g, d := compared(t, dump.V8, 1000, all...)
		sum := map[string]schema.Amount{}
		explained := map[string]uint64{}
		for i, p := range all {
			for id, o := range p.reached(nil) {
				at := func(key string) {
					a := sum[key+o.class]
					a.Add(o.bytes)
					sum[key+o.class] = a
				}
				at(fmt.Sprint(i))
				before := func(k int) bool { old, ok := all[k].reached(nil)[id]; return ok && old.class == o.class }
				if i == 1 && !before(0) {
					at("new")
				}
				if i == 2 && before(1) && !(func() bool { old, ok := all[0].reached(nil)[id]; return ok && old.class == o.class })() {
					at("still")
				}
			}
		}
		for _, c := range d.Classes {
			for i := range all {
				require.Equal(t, sum[fmt.Sprint(i)+c.Class], c.Live[i])
			}
			require.Equal(t, sum["new"+c.Class], *c.New)
			require.Equal(t, sum["1"+c.Class].Objects-sum["new"+c.Class].Objects, c.Live[0].Objects-*c.Gone, "those that A and B have")
			if dumps == 3 {
				require.Equal(t, sum["still"+c.Class], *c.Still)
				stills += c.Still.Objects
				explained[c.Class] = c.Still.Bytes
			} else {
				explained[c.Class] = c.New.Bytes
			}
			last := all[dumps-1]
			kept := schema.Amount{}
			without := last.reached(func(o object) bool { return o.class == c.Class })
			for id, o := range last.reached(nil) {
				if _, ok := without[id]; !ok {
					kept.Add(o.bytes)
				}
			}
			require.Equal(t, kept, c.Together)
		}
		var folded strings.Builder
		require.NoError(t, g.Folded(&folded))
		requireFolded(t, folded.String(), explained)
	}
	require.Positive(t, stills)
}

// requireFolded: of each class as many bytes stand in the lines as there are to explain.
func requireFolded(t *testing.T, folded string, explained map[string]uint64) {
	t.Helper()
	for line := range strings.Lines(folded) {
		var bytes uint64
		blank := strings.LastIndexByte(line, ' ')
		_, err := fmt.Sscan(line[blank:], &bytes)
		require.NoError(t, err)
		stack := strings.Split(line[:blank], ";")
		require.Equal(t, "a frame", stack[0])
		explained[stack[len(stack)-1]] -= bytes
	}
	for class, left := range explained {
		require.Zero(t, left, class)
	}
}

func randomProgram(rng *rand.Rand) program {
	p := program{1: {"C0", 8, nil}}
	for range rng.IntN(25) {
		p[2+rng.Uint64N(30)] = object{fmt.Sprint("C", rng.IntN(5)), 8 * rng.Uint64N(9), nil}
	}
	ids := slices.Sorted(maps.Keys(p))
	for id, o := range p {
		for range rng.IntN(4) {
			o.refs = append(o.refs, ids[rng.IntN(len(ids))])
		}
		p[id] = o
	}
	return p
}

// reached are the objects that object 1 leads to, without those that are left out.
func (p program) reached(leaveOut func(object) bool) program {
	found := program{}
	var visit func(id uint64)
	visit = func(id uint64) {
		o := p[id]
		if _, seen := found[id]; seen || leaveOut != nil && leaveOut(o) {
			return
		}
		found[id] = o
		for _, to := range o.refs {
			visit(to)
		}
	}
	visit(1)
	return found
}
