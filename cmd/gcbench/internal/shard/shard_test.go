package shard

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// plain is a new engine of one worker.
func plain(t testing.TB) *Plain {
	t.Helper()
	p, err := NewPlain(mark.Options{Workers: 1})
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// exported cuts a heap and returns the folder, and what the plan says.
func exported(t testing.TB, h *heap.Heap, parts int, l Layout) (string, *Plan) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "parts")
	p, err := NewPlan(context.Background(), h, parts, l)
	require.NoError(t, err)
	_, err = p.Write(context.Background(), dir, func(int) {})
	require.NoError(t, err)
	return dir, p
}

// drive carries out all rounds of an export.
func drive(t testing.TB, dir, work string, engine Engine) *Total {
	t.Helper()
	total, err := Drive(context.Background(), dir, work, engine, func(Done) {})
	require.NoError(t, err)
	return total
}

// matrix builds the heap whose object i refers to object k if bit i*n+k of edges is set.
func matrix(t testing.TB, n, edges, roots int, payload uint64) *heap.Heap {
	t.Helper()
	var b heap.Builder
	for i := range n {
		var refs []uint32
		for k := range n {
			if edges>>(i*n+k)&1 == 1 {
				refs = append(refs, uint32(k))
			}
		}
		b.Add(payload, refs...)
		if roots>>i&1 == 1 {
			b.Root(uint32(i))
		}
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

func TestOneHeap(t *testing.T) {
	h := matrix(t, 3, 0b001_100_010, 1, 0)
	for _, l := range Layouts() {
		for parts := 1; parts <= 7; parts++ {
			dir, p := exported(t, h, parts, l)
			e, err := Open(dir)
			require.NoError(t, err)
			total := drive(t, dir, filepath.Join(dir, "rounds"), plain(t))
			require.NoError(t, total.Differs(&e.Manifest), "%d parts, %v", parts, l)
			want, err := heap.Reachable(h)
			require.NoError(t, err)
			digest, err := heap.Digest(h, want)
			require.NoError(t, err)
			require.Equal(t, want.Count, total.Marked)
			require.Equal(t, digest, total.Digest)
			t.Logf("%d %v: %+v %+v", parts, l, p.Forecast, total)
		}
	}
}
