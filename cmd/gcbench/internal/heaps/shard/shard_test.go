package shard

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// plain is a new engine of one worker.
func plain(t testing.TB) *Plain {
	t.Helper()
	m, err := mark.New(mark.Options{Workers: 1})
	require.NoError(t, err)
	t.Cleanup(m.Close)
	return &Plain{Marker: m}
}

// exported cuts a heap and returns the folder, and what the plan says.
func exported(t testing.TB, h *heap.Heap, parts int, l shape.Layout) (string, *Plan) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "parts")
	return dir, exportTo(t, dir, h, parts, l)
}

func exportTo(t testing.TB, dir string, h *heap.Heap, parts int, l shape.Layout) *Plan {
	t.Helper()
	p, err := NewPlan(context.Background(), h, parts, l)
	require.NoError(t, err)
	_, err = p.Write(context.Background(), dir, func(int) {})
	require.NoError(t, err)
	return p
}

// drive carries out all rounds of an export.
func drive(t testing.TB, dir, work string, engine Engine) *Total {
	t.Helper()
	total, err := Drive(context.Background(), dir, work, engine, func(Done) {})
	require.NoError(t, err)
	return total
}
