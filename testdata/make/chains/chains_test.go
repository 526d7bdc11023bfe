package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// TestShapes: every shape has as many objects as it was asked for, and as many live ones as it
// claims, also where N is no multiple of its groups. The same seed gives the same heap.
func TestShapes(t *testing.T) {
	for _, s := range shapes {
		for _, n := range []uint32{s.least, s.least + 1, 4321, 20_003} {
			if n < s.least {
				continue
			}
			h, err := s.heap(n, 1)
			require.NoError(t, err, "%s %d", s.name, n)
			require.NoError(t, h.Check(), "%s %d", s.name, n)
			live, err := heap.Levels(h)
			require.NoError(t, err)
			assert.EqualValues(t, n, h.NumObjects(), "%s %d", s.name, n)
			assert.EqualValues(t, s.live(n), live.Count, "%s %d", s.name, n)
			again, err := s.heap(n, 1)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(h.Arena(), again.Arena()), "%s %d", s.name, n)
		}
	}
}

// TestSpans: the live objects of each shape form the chain that it promises. The span is how
// far the farthest object is from the roots.
func TestSpans(t *testing.T) {
	const n = 16_000
	spans := map[string]int{
		"list": n - 1, "in-order": n - 1, "next-payload": n / 2, "payload-next": n / 2, "either-payload": n / 2,
		"next-prev": n - 1, "prev-next": n - 1, "spine": n / 2, "series": n - 1, "skip-list": 13,
		"half-garbage": n/2 - 1, "merging": n/2 - 1, "dead-lists": n/20 - 1, "dead-crumbs": n/5 - 1, "dead-rings": n/2 - 1,
		"earlier": n - 1, "either-earlier": n - 1, "hubs": n - 3, "dead-ends": n/(deadEnd+1) - 1 + deadEnd,
		"patchy": n - 1, "beads": n / beadObjects * (stringLength + 1), "haystack": n/1600*100 - 1 + 3,
		"lollipops": n/5 - 1, "detours": n/2000 - 1 + n/2,
	}
	require.Len(t, spans, len(shapes))
	for _, s := range shapes {
		h, err := s.heap(n, 1)
		require.NoError(t, err)
		live, err := heap.Levels(h)
		require.NoError(t, err)
		assert.Equal(t, spans[s.name], len(live.Levels)-1, s.name)
	}
}

// TestOrder: objects lie in random order unless the shape says otherwise.
func TestOrder(t *testing.T) {
	const n = 10_000
	for name, wantNear := range map[string][2]int{"list": {0, 10}, "in-order": {n - 1, n - 1}, "patchy": {n / 4, 3 * n / 4}} {
		s, err := find(name)
		require.NoError(t, err)
		h, err := s.heap(n, 1)
		require.NoError(t, err)
		near := 0 // objects whose neighbour is their successor
		for _, r := range h.Objects() {
			refs, size, _ := h.Object(r)
			for i := range refs {
				if h.RefAt(r, i) == r+heap.Ref(size) {
					near++
				}
			}
		}
		assert.GreaterOrEqual(t, near, wantNear[0], name)
		assert.LessOrEqual(t, near, wantNear[1], name)
	}
}

// TestWrongArguments: each error says what would be right.
func TestWrongArguments(t *testing.T) {
	for _, c := range []struct {
		output string
		args   []string
		says   string
	}{
		{"x", nil, "two, a shape and a number of objects"},
		{"x", []string{"list", "1", "2"}, "two, a shape and a number of objects"},
		{"x", []string{"lists", "1"}, `unknown shape "lists": it must be one of list, in-order`},
		{"x", []string{"list", "4M"}, "a whole number from 1 to 100000000, such as 4_000_000"},
		{"x", []string{"spine", "1"}, "for spine it must be from 2 to 100000000"},
		{"x", []string{"list", "100_000_001"}, "for list it must be from 1 to"},
		{"", []string{"list", "1"}, "-o list.heap"},
	} {
		_, _, err := chosen(c.output, c.args)
		assert.ErrorContains(t, err, c.says)
	}
	s, n, err := chosen("x", []string{"list", "4_000"})
	require.NoError(t, err)
	assert.EqualValues(t, 4000, n)
	assert.Equal(t, "list", s.name)
}

// TestUsage: help has a sentence on every shape.
func TestUsage(t *testing.T) {
	var help bytes.Buffer
	usage(&help)
	for _, s := range shapes {
		assert.Contains(t, help.String(), "  "+s.name+" (N from")
		assert.Contains(t, help.String(), "    "+s.doc+"\n")
	}
}

// TestWrite: the file is a snapshot, and what cannot be written leaves nothing.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.heap")
	require.NoError(t, write(path, list, 10, 1))
	s, err := heap.OpenSnapshot(path)
	require.NoError(t, err)
	defer s.Close()
	assert.EqualValues(t, 10, s.Heap().NumObjects())
	require.ErrorIs(t, write(filepath.Join(t.TempDir(), "none", "b.heap"), list, 10, 1), os.ErrNotExist)
}
