package shard

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestEachSenderIsReadOnce: when the first task is there, the files of messages are read for all that
// fit into memory. No part therefore opens the file of each other part.
func TestEachSenderIsReadOnce(t *testing.T) {
	dir, _ := exported(t, chain(t, 24), 5, shape.Alloc)
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

// TestMessagesBeyondABlock: the messages to a part may end within a block of their file, or go on in the next one.
func TestMessagesBeyondABlock(t *testing.T) {
	dir, _ := exported(t, chain(t, 300_000), 3, shape.Alloc)
	e, err := Open(dir)
	require.NoError(t, err)
	r := &Round{Dir: dir, Work: t.TempDir(), Number: 2, Parts: []int{0, 2}, Senders: []int{0, 1}, Before: make([]int, 3)}
	require.NoError(t, os.Mkdir(folderOf(r.Work, 1), 0o700))
	want := map[int]int{}
	for _, by := range r.Senders {
		_, err := writeWords(fileOf(folderOf(r.Work, 1), by, "sent"), e.wordsOf(sentWords, by, 1), func(add func(uint64)) error {
			for part, info := range e.Parts {
				for ref := 1 + by; part != by && ref < int(info.Granules); ref += 2 {
					add(uint64(MessageTo(part, heap.Ref(ref))))
					want[part]++
				}
			}
			return nil
		})
		require.NoError(t, err)
	}
	require.Greater(t, want[0], blockWords/2)
	var parts []int
	for task, err := range r.Tasks() {
		require.NoError(t, err)
		parts = append(parts, task.Part)
		require.Len(t, task.Refs, want[task.Part])
		require.IsIncreasing(t, task.Refs)
	}
	require.Equal(t, r.Parts, parts)
}
