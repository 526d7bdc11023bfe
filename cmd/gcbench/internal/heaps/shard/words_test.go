package shard

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestWords writes and reads files of words whose ends are near the end of a block.
func TestWords(t *testing.T) {
	of := wordsOf{kind: sentWords, export: 7, part: 3, round: 9}
	for _, n := range []uint64{0, 1, 2, blockWords - 1, blockWords, blockWords + 1, 2*blockWords + 5} {
		path := filepath.Join(t.TempDir(), "words")
		sum, err := writeWords(path, of, func(add func(uint64)) error {
			for i := range n {
				add(3*i + 1)
			}
			return nil
		})
		require.NoError(t, err)
		w, err := openWords(path, of)
		require.NoError(t, err)
		require.Equal(t, sum, w.sum)
		require.Equal(t, n, w.n)
		for i := range n {
			if got, err := w.at(i); err != nil || got != 3*i+1 {
				t.Fatalf("word %d of %d is %d: %v", i, n, got, err)
			}
		}
	}
}

// TestDamagedBlock: the damage of a block is found when the block is read, and the error has its offset.
func TestDamagedBlock(t *testing.T) {
	of, path := wordsOf{kind: outWords}, filepath.Join(t.TempDir(), "words")
	_, err := writeWords(path, of, func(add func(uint64)) error {
		for i := range uint64(blockWords + 10) {
			add(i)
		}
		return nil
	})
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	data[wordsHeader+blockWords*wordBytes+20] ^= 1
	require.NoError(t, os.WriteFile(path, data, 0o600))
	w, err := openWords(path, of)
	require.NoError(t, err)
	_, err = w.at(blockWords - 1)
	require.NoError(t, err)
	for range 2 {
		_, err = w.at(blockWords)
		require.ErrorContains(t, err, "offset 1048632: the checksum of the 80 bytes from here is ")
	}
	got, err := w.at(5)
	require.NoError(t, err, "the block before is sound")
	require.EqualValues(t, 5, got, "and is read again")
}

// TestRanked holds sets against sorted lists.
func TestRanked(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	r := newRanked(1000)
	for range 200 {
		r.clear()
		require.Zero(t, r.index())
		set := map[uint64]bool{}
		low := random.Uint64N(1000)
		for range random.IntN(300) {
			n := low + random.Uint64N(1000-low)
			r.add(n)
			set[n] = true
		}
		require.EqualValues(t, len(set), r.index())
		members := slices.Collect(r.all())
		require.Len(t, members, len(set))
		require.True(t, slices.IsSorted(members))
		for i, n := range members {
			require.True(t, set[n])
			require.EqualValues(t, i, r.rank(n))
		}
	}
}

// TestWriteTakesEmptyFolders: an export overwrites nothing, and leaves nothing behind if it does not come
// to its end.
func TestWriteTakesEmptyFolders(t *testing.T) {
	h := chain(t, 20)
	dir, p := exported(t, h, 3, shape.Alloc)
	before := filesOf(t, dir)
	_, err := p.Write(t.Context(), dir, func(int) {})
	require.ErrorContains(t, err, "is not empty: it has part-0000.heap")
	require.Equal(t, before, filesOf(t, dir))

	again := t.TempDir()
	_, err = p.Write(t.Context(), again, func(int) {})
	require.NoError(t, err)
	for path, content := range filesOf(t, again) {
		require.Equal(t, before[filepath.Join(dir, filepath.Base(path))], content, "the same plan gives the same bytes")
	}

	empty := t.TempDir()
	inside := filepath.Join(empty, "new")
	_, err = NewPlan(t.Context(), h, 3, shape.Shuffled)
	require.EqualError(t, err, "a heap cannot be cut in layout shuffled: it must be one of [alloc bfs]")
	p, err = NewPlan(t.Context(), h, 3, shape.BFS) // which has ranks, too
	require.NoError(t, err)
	for _, into := range []string{empty, inside} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err = p.Write(ctx, into, func(part int) {
			if part == 1 {
				cancel()
			}
		})
		require.ErrorIs(t, err, ctx.Err())
		require.Empty(t, filesOf(t, empty))
	}
	require.NoDirExists(t, inside)
	require.DirExists(t, empty)
	require.NoError(t, os.WriteFile(inside, nil, 0o600))
	_, err = p.Write(t.Context(), inside, func(int) {})
	require.Error(t, err)
}
