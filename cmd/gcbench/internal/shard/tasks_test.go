package shard

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestEachSenderIsReadOnce: when the first task is there, the files of messages are read for all that
// fit into memory. So no part opens the file of each other part.
func TestEachSenderIsReadOnce(t *testing.T) {
	dir, _ := exported(t, chain(t, 60), 5, shape.Alloc)
	work, engine, taken := filepath.Join(t.TempDir(), "work"), plain(t), 0
	drive(t, dir, work, engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
		kept := filesOf(t, work)
		for task, err := range r.Tasks() {
			require.NoError(t, err)
			for _, by := range r.Senders {
				os.Remove(fileOf(folderOf(work, r.Number-1), by, "sent"))
			}
			taken += len(task.Refs)
		}
		for path, content := range kept {
			require.NoError(t, os.WriteFile(path, content, 0o600))
		}
		return engine.Round(ctx, r)
	}))
	require.Positive(t, taken)
}

// TestStepped: the engine says how far a round is.
func TestStepped(t *testing.T) {
	dir, _ := exported(t, chain(t, 60), 5, shape.Alloc)
	engine, want := plain(t), map[int]int{}
	engine.Stepped = func(r *Round, done int) {
		want[r.Number]++
		require.Equal(t, want[r.Number], done)
		require.LessOrEqual(t, done, len(r.Parts))
	}
	total := drive(t, dir, t.TempDir(), engine)
	require.Len(t, want, total.Rounds)
}

// TestTooManyForMemory: parts are grouped so that a group has at most so many messages, unless it is one part.
func TestTooManyForMemory(t *testing.T) {
	counts := []int{3, 0, 4, 9, 1, 1}
	for most, want := range map[int][]int{0: {1, 1, 1, 1, 1, 1}, 4: {2, 1, 1, 2}, 7: {3, 1, 2}, 9: {3, 1, 2}, 18: {6}} {
		var sizes []int
		for rest := []int{0, 1, 2, 3, 4, 5}; len(rest) > 0; {
			n := len(fitting(rest, counts, most))
			sizes, rest = append(sizes, n), rest[n:]
		}
		require.Equal(t, want, sizes, "%d messages at once", most)
	}
}
