// Package sourcetest makes small heaps for tests of what looks at heaps.
package sourcetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// Chain is a list of n objects with the references before and after those to the next one,
// and so many bytes of payload in object i.
func Chain(t *testing.T, n int, payload func(i int) uint64) *source.Heap {
	t.Helper()
	var b heap.Builder
	for i := range n {
		next := uint32(i + 1)
		if i == n-1 {
			next = heap.NoObject
		}
		b.Add(payload(i), heap.NoObject, 0, next, next)
	}
	if n > 0 {
		b.Root(0)
	}
	h, err := b.Build()
	require.NoError(t, err)
	return &source.Heap{Heap: h, File: "x.heap", Format: dump.Snapshot}
}

// Classed is a heap whose objects have the classes, with the edges between them, as numbers.
// Object 0 is the root.
func Classed(t *testing.T, classes []string, edges [][2]uint64) *source.Heap {
	t.Helper()
	s := sink.New("toy", []sink.EdgeKind{{Name: "fields"}}, sink.Options{})
	known := map[string]sink.Class{}
	for i, name := range classes {
		if _, ok := known[name]; !ok {
			known[name] = s.Class(name)
		}
		s.Object(uint64(i)*16, 16, known[name])
		for _, e := range edges {
			if e[0] == uint64(i) {
				s.Edge(0, e[1]*16)
			}
		}
	}
	s.Root(0, s.Label("a frame"))
	d, err := s.Build(sink.Program{})
	require.NoError(t, err)
	return &source.Heap{Heap: d.Heap, File: "toy", Format: "toy dump", Foreign: d}
}
