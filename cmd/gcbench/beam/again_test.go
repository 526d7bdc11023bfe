package main

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// around is an engine that does something around each round of another one.
type around struct {
	shard.Engine
	round func(ctx context.Context, r *shard.Round, inner shard.Engine) ([]shard.Outcome, error)
}

func (a *around) Round(ctx context.Context, r *shard.Round) ([]shard.Outcome, error) {
	return a.round(ctx, r, a.Engine)
}

// contents are all files of a folder by their path in it.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	}))
	return all
}

// TestTwice: each round is carried out twice, and then each of its steps by two goroutines at
// once. Outcomes and files are the same, byte for byte.
func TestTwice(t *testing.T) {
	for name, h := range heaps(t) {
		if h == nil {
			continue
		}
		dir, e := export(t, h, 3, shape.Alloc)
		twice := &around{&engine{prismRunner, 1}, func(ctx context.Context, r *shard.Round, inner shard.Engine) ([]shard.Outcome, error) {
			first, err := inner.Round(ctx, r)
			require.NoError(t, err)
			files := contents(t, r.Work)
			second, err := inner.Round(ctx, r)
			require.NoError(t, err)
			assert.Equal(t, first, second)
			assert.Equal(t, first, atOnce(t, r))
			assert.Equal(t, files, contents(t, r.Work))
			return second, nil
		}}
		total, _ := drive(t, dir, twice)
		assert.NoError(t, total.Differs(&e.Manifest), name)
	}
}

// atOnce carries out each step of a round by two goroutines at once, without a runner.
func atOnce(t *testing.T, r *shard.Round) []shard.Outcome {
	t.Helper()
	outcomes := t.TempDir()
	errs := make(chan error)
	for task, err := range r.Tasks() {
		require.NoError(t, err)
		part, refs := task.Part, task.Refs
		for range 2 {
			go func() {
				step := &markPart{*r, outcomes, 1}
				batches := [][]byte{encode(refs[:len(refs)/2]), encode(refs[len(refs)/2:])}
				errs <- step.ProcessElement(t.Context(), part, func(batch *[]byte) bool {
					if len(batches) == 0 {
						return false
					}
					*batch, batches = batches[0], batches[1:]
					return true
				})
			}()
		}
	}
	for range 2 * len(r.Parts) {
		require.NoError(t, <-errs)
	}
	all, err := gather(outcomes, r)
	require.NoError(t, err)
	return all
}

// encode makes a batch of refs.
func encode(refs []heap.Ref) (batch []byte) {
	for _, ref := range refs {
		batch = binary.LittleEndian.AppendUint32(batch, uint32(ref))
	}
	return batch
}

// TestResumed: a run ends in each round in turn, before the round and after its steps, but
// before anybody knows that they were complete. The next run goes on there.
func TestResumed(t *testing.T) {
	for name, h := range heaps(t) {
		if h == nil {
			continue
		}
		dir, e := export(t, h, 3, shape.Alloc)
		for at := 1; at <= int(e.Rounds); at++ {
			for _, steps := range []bool{false, true} {
				work := t.TempDir()
				ctx, cancel := context.WithCancel(context.Background())
				ends := &around{&engine{prismRunner, 1}, func(ctx context.Context, r *shard.Round, inner shard.Engine) ([]shard.Outcome, error) {
					if r.Number == at && steps {
						_, err := inner.Round(ctx, r)
						require.NoError(t, err)
					}
					if r.Number == at {
						cancel()
					}
					return inner.Round(ctx, r)
				}}
				_, err := shard.Drive(ctx, dir, work, ends, func(shard.Done) {})
				require.ErrorIs(t, err, context.Canceled)
				earlier := 0
				total, err := shard.Drive(context.Background(), dir, work, &engine{prismRunner, 1}, func(d shard.Done) {
					if d.Earlier {
						earlier = d.Number
					}
				})
				require.NoError(t, err)
				assert.Equal(t, at-1, earlier, "%s, ended in round %d", name, at)
				assert.NoError(t, total.Differs(&e.Manifest))
				left, err := filepath.Glob(filepath.Join(work, "outcomes-*"))
				require.NoError(t, err)
				assert.Empty(t, left)
			}
		}
	}
}
