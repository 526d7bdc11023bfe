package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// drive carries out all rounds in a new folder.
func drive(t *testing.T, dir string, engine shard.Engine) (*shard.Total, []shard.Done) {
	t.Helper()
	var done []shard.Done
	total, err := shard.Drive(context.Background(), dir, t.TempDir(), engine, func(d shard.Done) { done = append(done, d) })
	require.NoError(t, err)
	for i := range done {
		done[i].Took = 0
	}
	return total, done
}

// TestRounds: whatever the heap and the number of parts, count and digest are those of a mark of the
// whole heap, rounds and messages are those that the export has foretold, and each round is
// that of the engine that knows nothing of Beam.
func TestRounds(t *testing.T) {
	m, err := mark.New(mark.Options{Workers: 1})
	require.NoError(t, err)
	defer m.Close()
	plain := &shard.Plain{Marker: m}
	for name, h := range heaps(t) {
		if h == nil {
			continue
		}
		whole, err := mark.Heap(context.Background(), h, mark.Options{Workers: 2})
		require.NoError(t, err)
		digest, err := heap.Digest(h, whole.Marks)
		require.NoError(t, err)
		for _, parts := range []int{1, 2, 7} {
			dir, e := export(t, h, parts, shape.Alloc)
			_, want := drive(t, dir, plain)
			t.Run(fmt.Sprintf("%s/%d", name, parts), func(t *testing.T) {
				total, done := drive(t, dir, &engine{prismRunner, 1})
				assert.Equal(t, want, done)
				assert.Equal(t, whole.Marks.Count(), total.Marked)
				assert.Equal(t, digest, total.Digest)
				assert.NoError(t, total.Differs(&e.Manifest))
				t.Logf("%d rounds, %d messages", total.Rounds, total.Messages)
			})
		}
	}
}

// TestDatabase: a database that knows only the edge list finds the same.
func TestDatabase(t *testing.T) {
	for name, h := range heaps(t) {
		if h == nil {
			continue
		}
		var list strings.Builder
		require.NoError(t, edgelist.Write(&list, h))
		count, digest := reachedBySQL(t, strings.NewReader(list.String()))
		for _, l := range shard.Layouts() {
			dir, _ := export(t, h, 7, l)
			total, _ := drive(t, dir, &engine{prismRunner, 1})
			assert.Equal(t, count, total.Marked, "%s, %v", name, l)
			assert.Equal(t, digest, total.Digest, "%s, %v", name, l)
		}
	}
}

// TestEmptyParts: parts without objects, and parts without roots, of a heap of three objects.
func TestEmptyParts(t *testing.T) {
	var b heap.Builder
	b.Add(0, 2)
	b.Add(0)
	b.Add(0, 1)
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	dir, e := export(t, h, 9, shape.Alloc)
	total, _ := drive(t, dir, &engine{prismRunner, 1})
	assert.Equal(t, uint64(3), total.Marked)
	assert.Equal(t, 3, total.Rounds)
	assert.NoError(t, total.Differs(&e.Manifest))

	h, err = (&heap.Builder{}).Build()
	require.NoError(t, err)
	dir, e = export(t, h, 2, shape.Alloc)
	total, _ = drive(t, dir, &engine{prismRunner, 1})
	assert.NoError(t, total.Differs(&e.Manifest))
}
