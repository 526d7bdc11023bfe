package sink_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

var kinds = []sink.EdgeKind{{Name: "fields"}, {Name: "weak references", Weak: true}, {Name: "links", Never: true}}

// node is an object as a reader finds it. Edges to 0 are nil slots.
type node struct {
	id, bytes uint64
	class     string
	edges     []edge
}

type edge struct {
	kind int
	to   uint64
}

// fill gives a Sink the nodes and roots.
func fill(s *sink.Sink, nodes []node, roots []uint64) {
	classes := map[string]sink.Class{"": 0}
	for _, n := range nodes {
		if _, ok := classes[n.class]; !ok {
			classes[n.class] = s.Class(n.class)
		}
		s.Object(n.id, n.bytes, classes[n.class])
		for _, e := range n.edges {
			if e.to == 0 {
				s.Nil()
			} else {
				s.Edge(e.kind, e.to)
			}
		}
	}
	for i, r := range roots {
		s.Root(r, s.Label(fmt.Sprintf("kind %d", i%2)))
	}
}

func TestSink(t *testing.T) {
	nodes := []node{
		{0x30, 1000, "Array", []edge{{0, 0x10}, {0, 0}, {1, 0x20}, {2, 0x20}}},
		{0x10, 24, "Object", []edge{{0, 0x20}, {0, 0x99}}},
		{0x20, 1, "", nil},
		{0x10, 77, "Twice", []edge{{0, 0x30}}},
	}
	for _, weak := range []bool{false, true} {
		s := sink.New("toy", kinds, sink.Options{Weak: weak})
		fill(s, nodes, []uint64{0x30, 0x77, 0x30, 0x10})
		s.Note("%d notes", 1)
		d, err := s.Build(sink.Program{Writer: "toy 1", Group: strings.ToUpper})
		require.NoError(t, err)
		require.NoError(t, d.Heap.Check())
		var got [][]int64
		numbers := map[heap.Ref]int64{heap.Nil: -1}
		for i, ref := range d.Heap.Objects() {
			numbers[ref] = int64(i)
		}
		for _, ref := range d.Heap.Objects() {
			list := []int64{}
			for _, to := range d.Heap.Refs(ref) {
				list = append(list, numbers[to])
			}
			got = append(got, list)
		}
		want := [][]int64{{1, -1}, {}, {0, -1, -1, -1}}
		if weak {
			want[2][2] = 1
		}
		require.Equal(t, want, got)
		assert.Equal(t, sink.Stats{
			Edges:    []sink.EdgeCount{{Kind: "fields", Count: 4, Followed: true}, {Kind: "weak references", Count: 1, Followed: weak, Weak: true}, {Kind: "links", Count: 1}},
			Roots:    []sink.RootCount{{Label: "KIND 0", Count: 2}, {Label: "KIND 1", Count: 1}},
			Dangling: 1, DanglingRoots: 1, Duplicates: 1, Nils: 1, ObjectBytes: 1000 + 24 + 1,
		}, d.Stats)
		assert.Equal(t, []string{"1 notes"}, d.Notes)
		ref, ok := d.Find("0x30")
		require.True(t, ok)
		assert.Equal(t, "0x30", d.Text(ref))
		assert.Equal(t, "Array", d.Class(ref))
		assert.Equal(t, []string{"kind 0"}, slices.Collect(d.RootsOf(ref)))
		id, bytes, ok := d.Address(ref)
		assert.Equal(t, []any{uint64(0x30), uint64(1000), true}, []any{id, bytes, ok})
		_, granules, _ := d.Heap.Object(ref)
		assert.EqualValues(t, 256/8, granules, "large objects are cut")
		for _, text := range []string{"0x31", "30", "0x", "", "@30"} {
			_, ok := d.Find(text)
			assert.False(t, ok, text)
		}
	}
}

// TestTheFirstCounts: it is known by where its edges begin. Without edges the smaller one counts.
func TestTheFirstCounts(t *testing.T) {
	none, some := []edge(nil), []edge{{0, 0x20}}
	for _, c := range []struct {
		first, second []edge
		want          uint64
	}{{some, none, 9}, {none, some, 9}, {some, some, 9}, {none, none, 5}} {
		s := sink.New("toy", kinds, sink.Options{})
		fill(s, []node{{0x20, 1, "", none}, {0x10, 9, "", c.first}, {0x10, 5, "", c.second}}, nil)
		d, err := s.Build(sink.Program{})
		require.NoError(t, err)
		assert.Equal(t, []uint64{1, c.want + 1}, []uint64{d.Stats.Duplicates, d.Stats.ObjectBytes})
		ref, _ := d.Find("0x10")
		assert.Len(t, maps.Collect(d.Heap.Refs(ref)), len(c.first))
	}
}

// TestNumberedEqualsIDs: random graphs give the same heap whether the objects have ids or
// numbers.
func TestNumberedEqualsIDs(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 500 {
		n := rng.Uint64N(30)
		byID := sink.New("toy", kinds, sink.Options{})
		byNumber := sink.NewNumbered("toy", kinds, sink.Options{})
		order := rng.Perm(int(n))
		targets := make([][]uint64, n)
		for i := range targets {
			byNumber.Object(rng.Uint64(), uint64(i), 0)
			for range rng.IntN(5) {
				targets[i] = append(targets[i], rng.Uint64N(n+2))
			}
		}
		for _, i := range order {
			byID.Object(uint64(i)*8, uint64(i), 0)
			for _, to := range targets[i] {
				byID.Edge(int(to)%len(kinds), to*8)
			}
		}
		for i, list := range targets {
			if len(list) > 0 {
				byNumber.From(uint64(i))
			}
			for _, to := range list {
				byNumber.Edge(int(to)%len(kinds), to)
			}
		}
		for range rng.IntN(4) {
			r := rng.Uint64N(n + 2)
			byID.Root(r*8, byID.Label("root"))
			byNumber.Root(r, byNumber.Label("root"))
		}
		a, err := byID.Build(sink.Program{})
		require.NoError(t, err)
		b, err := byNumber.Build(sink.Program{IDs: sink.At})
		require.NoError(t, err)
		require.Equal(t, a.Heap.Arena(), b.Heap.Arena())
		require.Equal(t, a.Heap.Roots(), b.Heap.Roots())
		require.Equal(t, a.Stats, b.Stats)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		opts sink.Options
		do   func(s *sink.Sink)
		want string
	}{
		{sink.Options{MaxObjects: 2}, func(s *sink.Sink) { s.Object(2, 8, 0) }, "toy: more than 2 objects; Options.MaxObjects sets another limit"},
		{sink.Options{MaxEdges: 3}, func(s *sink.Sink) { s.Nil(); s.Edge(0, 1); s.Root(1, 0); s.Edge(2, 1) }, "toy: more than 3 references and roots; Options.MaxEdges sets another limit"},
		{sink.Options{MaxEdges: 3}, func(s *sink.Sink) { s.Root(1, 0); s.Root(1, 0); s.Root(1, 0); s.Root(1, 0) }, "toy: more than 3 references and roots; Options.MaxEdges sets another limit"},
		{sink.Options{MaxNames: 100}, func(s *sink.Sink) { s.Label("a"); s.Label("a"); s.Class("b"); s.Held(3) }, "toy: more than 100 bytes of names and of records that wait for another; Options.MaxNames sets another limit"},
		{sink.Options{}, func(s *sink.Sink) { s.Held(1); s.Held(math.MaxUint64) }, "toy: more than 1073741824 bytes of names and of records that wait for another; Options.MaxNames sets another limit"},
		{sink.Options{}, func(s *sink.Sink) { s.Object(math.MaxUint64, 8, 0) }, "toy: object 2 has the id 0xffffffffffffffff, which no object can have"},
	} {
		s := sink.New("toy", kinds, c.opts)
		s.Object(0, 8, 0)
		s.Object(1, 8, 0)
		c.do(s)
		_, err := s.Build(sink.Program{})
		require.EqualError(t, err, c.want)
		require.EqualError(t, s.Err(), c.want)
	}
	s := sink.NewNumbered("toy", kinds, sink.Options{})
	s.Object(7, 8, 0)
	s.Object(7, 8, 0)
	s.From(1)
	s.From(0)
	require.EqualError(t, s.Err(), "toy: edges of object 0 after those of object 1 of 2: they must be in the order of their objects")
	s = sink.New("toy", kinds, sink.Options{})
	s.Edge(0, 1)
	require.EqualError(t, s.Err(), "toy: an edge before the first object")
}

// TestNamesCannotControlATerminal: names of roots and classes come from files.
func TestNamesCannotControlATerminal(t *testing.T) {
	s := sink.New("test", kinds, sink.Options{})
	s.Object(0x10, 8, s.Class("a\x1b[31m"))
	late := s.Class("")
	s.Object(0x20, 8, late)
	s.NameClass(late, "b\u202e\n")
	s.Root(0x10, s.Label("refs/heads/\u009b31m"))
	d, err := s.Build(sink.Program{})
	require.NoError(t, err)
	assert.Equal(t, []string{"", "a?[31m", "b??"}, d.Classes())
	assert.Equal(t, []sink.RootCount{{Label: "refs/heads/?31m", Count: 1}}, d.Stats.Roots)
}

// TestLongNames are cut between two characters.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", sink.MaxNameBytes-1) + "\u00e9"
	s := sink.New("test", kinds, sink.Options{MaxNames: 4000})
	s.Object(0x10, 8, s.Class(long[1:]))
	s.Object(0x20, 8, s.Class(long))
	assert.Equal(t, s.Label(long+"y"), s.Label(long+"z"))
	assert.NotEqual(t, s.Label(long), s.Label(long[1:]))
	d, err := s.Build(sink.Program{})
	require.ErrorContains(t, err, "more than 4000 bytes of names")
	require.Nil(t, d)

	s = sink.New("test", kinds, sink.Options{MaxNames: 4000})
	for range 100 {
		s.Root(0x10, s.Label(strings.Repeat("y", 1<<12)))
	}
	s.Object(0x10, 8, s.Class(long[1:]))
	s.Object(0x20, 8, s.Class(long))
	d, err = s.Build(sink.Program{})
	require.NoError(t, err)
	assert.Equal(t, []string{"", long[1:], long[:sink.MaxNameBytes-1]}, d.Classes())
	assert.Equal(t, []sink.RootCount{{Label: strings.Repeat("y", sink.MaxNameBytes), Count: 100}}, d.Stats.Roots)
}

// TestSizesThatNobodyCanAdd: a sum that is too large would be a small one.
func TestSizesThatNobodyCanAdd(t *testing.T) {
	s := sink.New("test", kinds, sink.Options{})
	s.Object(0x10, math.MaxUint64, 0)
	require.NoError(t, s.Err())
	s.Object(0x20, 1, 0)
	assert.ErrorContains(t, s.Err(), "object 1 has 1 bytes")
}
