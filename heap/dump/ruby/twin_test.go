package ruby_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// twin is what a plain reader finds, with encoding/json and maps.
type twin struct {
	edges   map[uint64][]uint64 // of each object, those that are followed
	roots   []uint64
	counts  [4]uint64 // by kind, as the package numbers them
	ignored int       // lines
}

// jsonLine has what the twin looks at.
type jsonLine struct {
	Type, Address, Internal string
	Class                   *string
	References              []string
}

// UnmarshalJSON takes keys as they are. The package would take "TYPE" for "type".
func (l *jsonLine) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	err := json.Unmarshal(text, &members)
	for key, value := range map[string]any{"type": &l.Type, "address": &l.Address, "imemo_type": &l.Internal, "class": &l.Class, "references": &l.References} {
		if raw, ok := members[key]; ok && err == nil {
			err = json.Unmarshal(raw, value)
		}
	}
	return err
}

func readTwin(t testing.TB, dump []byte, weak bool) *twin {
	w := &twin{edges: map[uint64][]uint64{}}
	for d := json.NewDecoder(bytes.NewReader(dump)); ; {
		var l jsonLine
		err := d.Decode(&l)
		if errors.Is(err, io.EOF) {
			return w
		}
		require.NoError(t, err)
		w.line(t, l, weak)
	}
}

func (w *twin) line(t testing.TB, l jsonLine, weak bool) {
	parse := func(s string) uint64 {
		v, err := strconv.ParseUint(s, 0, 64)
		require.NoError(t, err)
		return v
	}
	var to []uint64
	for _, r := range l.References {
		to = append(to, parse(r))
	}
	switch l.Type {
	case "ROOT":
		w.roots = append(w.roots, to...)
		return
	case "NONE", "ZOMBIE", "SHAPE":
		w.ignored++
		return
	}
	w.counts[0] += uint64(len(to))
	if l.Class != nil {
		word := parse(*l.Class)
		kind := 1
		if l.Type == "IMEMO" {
			kind = 2
			if l.Internal == "callcache" {
				kind = 3
			} else if l.Internal == "callinfo" || word < 4096 || word%4 != 0 || word%256 == 12 {
				kind = -1
			}
		}
		if kind >= 0 {
			w.counts[kind]++
		}
		if kind >= 0 && (kind < 3 || weak) {
			to = append(to, word)
		}
	}
	if at := parse(l.Address); w.edges[at] == nil { // of two at one address the first one counts
		w.edges[at] = append([]uint64{}, to...)
	}
}

// reached returns the objects that the roots lead to, and how many of the edges lead nowhere.
func (w *twin) reached() (reached map[uint64]bool, dangling, danglingRoots uint64) {
	reached = map[uint64]bool{}
	var todo []uint64
	visit := func(at uint64) bool {
		if _, ok := w.edges[at]; !ok {
			return false
		}
		if !reached[at] {
			reached[at] = true
			todo = append(todo, at)
		}
		return true
	}
	for _, r := range w.roots {
		if !visit(r) {
			danglingRoots++
		}
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range w.edges[at] {
			visit(to)
		}
	}
	for _, edges := range w.edges {
		for _, to := range edges {
			if _, ok := w.edges[to]; !ok {
				dangling++
			}
		}
	}
	return reached, dangling, danglingRoots
}

// equalsTwin holds what was read to what the twin reads.
func equalsTwin(t testing.TB, dump []byte, d *sink.Dump, weak bool) {
	w := readTwin(t, dump, weak)
	reached, dangling, danglingRoots := w.reached()
	require.Equal(t, uint64(len(w.edges)), d.Heap.NumObjects())
	for kind, n := range w.counts {
		assert.Equal(t, n, d.Stats.Edges[kind].Count, d.Stats.Edges[kind].Kind)
	}
	assert.Equal(t, dangling, d.Stats.Dangling)
	assert.Equal(t, danglingRoots, d.Stats.DanglingRoots)
	for at, edges := range w.edges {
		ref, ok := d.Ref(at)
		require.True(t, ok, "%#x", at)
		require.Equal(t, leadTo(w, edges), targets(d, ref), "edges of %#x", at)
	}
	live, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	require.Equal(t, uint64(len(reached)), live.Count)
	for at := range reached {
		ref, _ := d.Ref(at)
		require.True(t, live.Has(ref), "%#x", at)
	}
}

// leadTo leaves out edges that dangle.
func leadTo(w *twin, edges []uint64) (to []uint64) {
	for _, e := range edges {
		if _, ok := w.edges[e]; ok {
			to = append(to, e)
		}
	}
	return to
}

// targets returns the addresses to which the object's references lead.
func targets(d *sink.Dump, ref heap.Ref) (to []uint64) {
	for _, r := range d.Heap.Refs(ref) {
		if r != heap.Nil {
			at, _, _ := d.Address(r)
			to = append(to, at)
		}
	}
	return to
}
