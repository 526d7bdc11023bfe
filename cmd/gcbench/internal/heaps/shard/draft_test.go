package shard

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/draft"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestAbandonedDraft: a file that does not come to its end leaves nothing behind, and what had its name
// before stays.
func TestAbandonedDraft(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "words")
	for _, old := range []map[string][]byte{{}, {path: []byte("old")}} {
		for at, content := range old {
			require.NoError(t, os.WriteFile(at, content, 0o600))
		}
		wrong := errors.New("wrong")
		_, err := writeWords(path, wordsOf{kind: outWords}, func(add func(uint64)) error {
			for range blockWords + 1 {
				add(7)
			}
			require.Len(t, filesOf(t, dir), len(old)+1)
			return wrong
		})
		require.ErrorIs(t, err, wrong)
		require.Equal(t, old, filesOf(t, dir))
	}
	d, err := draft.Create(path)
	require.NoError(t, err)
	require.NoError(t, d.Commit())
	d.Abandon()
	require.Equal(t, map[string][]byte{path: {}}, filesOf(t, dir))
}

// TestFailedStepLeavesNoDrafts: a step whose messages cannot be written to their end leaves no file.
func TestFailedStepLeavesNoDrafts(t *testing.T) {
	dir, _ := exported(t, chain(t, 12), 2, shape.Alloc)
	e, err := Open(dir)
	require.NoError(t, err)
	work := t.TempDir()
	require.NoError(t, os.MkdirAll(folderOf(work, 1), 0o700))
	r, wrong := &Round{Dir: dir, Work: work, Number: 1, Before: make([]int, 2)}, errors.New("wrong")
	err = r.writeSent(e, func(yield func(Message)) error {
		yield(MessageTo(1, 1))
		return wrong
	}, &Outcome{})
	require.ErrorIs(t, err, wrong)
	require.Empty(t, filesOf(t, work))
}

// TestResumeRemovesWhatIsLeft: what an interrupted step has left is gone when Drive goes on there, also if the
// part has nothing to do any more.
func TestResumeRemovesWhatIsLeft(t *testing.T) {
	dir, _ := exported(t, chain(t, 12), 3, shape.Alloc)
	work, engine := t.TempDir(), plain(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Drive(ctx, dir, work, engine, func(Done) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	left := fileOf(folderOf(work, 2), 2, "marks.tmp")
	require.NoError(t, os.MkdirAll(filepath.Dir(left), 0o700))
	require.NoError(t, os.WriteFile(left, nil, 0o600))
	drive(t, dir, work, engine)
	require.NoFileExists(t, left)
}

// TestFilesThatStay: rounds leave the marks of the last round of each part, the messages of the last
// round, and one record. Many rounds therefore take no more room than a few.
func TestFilesThatStay(t *testing.T) {
	dir, _ := exported(t, chain(t, 30), 3, shape.Alloc)
	work, engine := t.TempDir(), plain(t)
	var last *Round
	drive(t, dir, work, engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
		for by, round := range r.Before { // what this round needs is there
			if round > 0 {
				require.FileExists(t, fileOf(folderOf(work, round), by, "marks"))
			}
		}
		last = r
		folders, err := roundsIn(work)
		require.NoError(t, err)
		require.LessOrEqual(t, len(folders), len(r.Before))
		return engine.Round(ctx, r)
	}))
	count := map[string]int{}
	for path := range filesOf(t, work) {
		count[filepath.Ext(path)]++
	}
	require.Equal(t, map[string]int{".json": 1, ".marks": 3, ".sent": len(last.Parts)}, count)
}

// TestNothingIsForgottenTooEarly: until a round is complete, everything stays that is needed to carry it out
// again.
func TestNothingIsForgottenTooEarly(t *testing.T) {
	dir, p := exported(t, chain(t, 12), 3, shape.Alloc)
	work, engine := t.TempDir(), plain(t)
	wall := filepath.Join(folderOf(work, 3), roundName, "inside") // no file can replace this folder
	_, err := Drive(t.Context(), dir, work, engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
		all, err := engine.Round(ctx, r)
		if r.Number == 3 {
			require.NoError(t, os.MkdirAll(wall, 0o700))
		}
		return all, err
	}), func(Done) {})
	require.Error(t, err)
	require.NoError(t, os.RemoveAll(filepath.Dir(wall)))
	total := drive(t, dir, work, engine)
	require.Equal(t, 2, total.Resumed)
	require.EqualValues(t, p.Live, total.Marked)
}

// TestRoundsIn: what is called like a round and is no folder is none, and so is what has another name.
func TestRoundsIn(t *testing.T) {
	work := t.TempDir()
	require.NoError(t, os.WriteFile(folderOf(work, 3), nil, 0o600))
	for _, name := range []string{"round-00000010", "round-00000004", "round-5", "round-00000005-notes", "round-00000000", "round-+0000006"} {
		require.NoError(t, os.Mkdir(filepath.Join(work, name), 0o700))
	}
	rounds, err := roundsIn(work)
	require.NoError(t, err)
	require.Equal(t, []int{4, 10}, rounds)
}

// TestStepKeepsItsArgument: a step sorts a copy of the refs, because a runner may give them again.
func TestStepKeepsItsArgument(t *testing.T) {
	dir, _ := exported(t, chain(t, 12), 1, shape.Alloc)
	e, err := Open(dir)
	require.NoError(t, err)
	require.Len(t, e.Parts, 1)
	r := &Round{Dir: dir, Work: t.TempDir(), Number: 2, Parts: []int{0}, Before: []int{0}}
	refs := []heap.Ref{3, 1, 3}
	_, err = r.Step(t.Context(), plain(t).Marker, 0, refs)
	if err != nil { // 3 need not be an object
		require.ErrorContains(t, err, "where no object of the part begins")
	}
	require.Equal(t, []heap.Ref{3, 1, 3}, refs)
}

// TestStepRefusesStubs: a step begins from the part's own objects alone, whichever caller gives
// it refs.
func TestStepRefusesStubs(t *testing.T) {
	dir, _ := exported(t, chain(t, 12), 3, shape.Alloc)
	e, err := Open(dir)
	require.NoError(t, err)
	p, err := e.OpenPart(1, true)
	require.NoError(t, err)
	require.Positive(t, p.Stubs)
	none := heap.NewBitmap(p.heap.Granules())
	for _, ref := range []heap.Ref{0, heap.Ref(p.Granules), heap.Ref(p.Granules + p.Stubs)} {
		_, _, err = p.Step(t.Context(), plain(t).Marker, none, []heap.Ref{ref})
		require.ErrorContains(t, err, "where no object of the part begins")
	}
}

// TestLargePayload: a payload that does not fit what is collected before it is written stays in its place.
func TestLargePayload(t *testing.T) {
	var b heap.Builder
	for i := range uint32(4) {
		b.Add(writeBytes+8*(uint64(i)-1), (i+1)%4, heap.NoObject, i/2)
		b.Add(8, i)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	for _, parts := range []int{1, 3} {
		requireRounds(t, h, parts, shape.Alloc, plain(t))
	}
}

// TestWordsOfAnotherExport: a table that is whole, as long as it should be, and not what the manifest means.
func TestWordsOfAnotherExport(t *testing.T) {
	dir, p := exported(t, chain(t, 12), 1, shape.BFS)
	rewrite(t, fileOf(dir, 0, "ranks"), wordsOf{kind: rankWords}, make([]uint64, p.parts[0].Objects)...)
	_, err := Drive(t.Context(), dir, t.TempDir(), plain(t), func(Done) {})
	require.ErrorContains(t, err, "part-0000.ranks: offset 48: it has 12 words and the checksum ")
}

// TestOutcomesInAnyOrder: an engine may return the outcomes of a round in any order. The record is the same.
func TestOutcomesInAnyOrder(t *testing.T) {
	random, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := random.Build(shape.Params{Objects: 400, Seed: 1})
	require.NoError(t, err)
	dir, _ := exported(t, h, 5, shape.Alloc)
	engine, work := plain(t), filepath.Join(t.TempDir(), "work")
	var states [2][]map[string][]byte // the files after each round
	for turn, change := range []func([]Outcome){func([]Outcome) {}, slices.Reverse[[]Outcome]} {
		require.NoError(t, os.RemoveAll(work))
		_, err := Drive(t.Context(), dir, work, engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
			all, err := engine.Round(ctx, r)
			change(all)
			return all, err
		}), func(Done) { states[turn] = append(states[turn], filesOf(t, work)) })
		require.NoError(t, err)
	}
	require.Greater(t, len(states[0]), 2)
	require.Equal(t, states[0], states[1])
}

// TestRecordOfAnotherRound: a record is whole, and stands in the folder of another round.
func TestRecordOfAnotherRound(t *testing.T) {
	dir, _ := exported(t, chain(t, 12), 3, shape.Alloc)
	work := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Drive(ctx, dir, work, plain(t), func(Done) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	data, err := os.ReadFile(recordPath(work, 1))
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(folderOf(work, 2), 0o700))
	require.NoError(t, os.WriteFile(recordPath(work, 2), data, 0o600))
	_, err = Drive(t.Context(), dir, work, plain(t), func(Done) {})
	require.ErrorContains(t, err, "it is round 1 and should be round 2")
}

// TestRoundOfAnotherExport: a round with the marks of fewer or of more parts is refused.
func TestRoundOfAnotherExport(t *testing.T) {
	dir, _ := exported(t, chain(t, 12), 3, shape.Alloc)
	for _, parts := range []int{0, 2, 4} {
		r := &Round{Dir: dir, Work: t.TempDir(), Number: 1, Before: make([]int, parts)}
		for _, err := range r.Tasks() {
			require.ErrorContains(t, err, "which has 3 parts")
		}
	}
}
