package overflow_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

// staleTop runs "stale-top ABA" up to the point where the delayed Get is to
// finish: it saw block 1 above block 2; meanwhile both were taken and 1 came
// back, so that 1 stands above 3 and 2 is owned by the test.
func staleTop(t *testing.T, tag uint32) (*overflow.Pool, overflow.StalePop, overflow.Block) {
	p := overflow.NewPool(3, 1)
	overflow.SetFreeTag(p, tag)
	late := overflow.BeginGet(p)
	a, _ := p.Get()
	b, _ := p.Get()
	require.Equal(t, late.Top(), a)
	require.Equal(t, late.Next(), b)
	p.Put(a)
	require.Equal(t, late.Top(), overflow.FreeTop(p), "the same block is on top again")
	return p, late, b
}

func TestTagRefusesStaleTop(t *testing.T) {
	for _, tag := range []uint32{0, 1, 7, 1 << 31, math.MaxUint32 - 1, math.MaxUint32} {
		p, late, b := staleTop(t, tag)
		require.Equal(t, tag+1, overflow.FreeTag(p), "one push, one step, wrapping")
		require.False(t, late.Finish(), "the head was replaced since")
		require.Equal(t, 2, p.Free())
		p.Put(b)
		require.Equal(t, 3, p.Free())
	}
}

// TestNoTagCorrupts is the negative control: comparing block numbers alone
// gives a block a second owner, and loses another.
func TestNoTagCorrupts(t *testing.T) {
	p, late, b := staleTop(t, 0)
	p.Fill(b, []uint32{42})
	require.True(t, late.FinishUntagged(), "the number alone looks right")
	require.Equal(t, b, overflow.FreeTop(p), "an owned block stands on top of the free ones")
	twice, ok := p.Get()
	require.True(t, ok)
	require.Equal(t, b, twice, "second owner")
	require.Empty(t, p.Refs(b), "the first owner's contents are gone")
}

// TestNoTagJoinsStacks: if the block was published in the meantime, the free
// blocks run into the list and the rest of them is lost.
func TestNoTagJoinsStacks(t *testing.T) {
	p, late, b := staleTop(t, 0)
	l := overflow.NewList(p)
	p.Fill(b, []uint32{42})
	l.Push(b)
	require.True(t, late.FinishUntagged())
	free, ok := p.Get()
	require.True(t, ok)
	published, ok := l.Pop()
	require.True(t, ok)
	require.Equal(t, published, free, "one block, free and published")
	_, ok = p.Get()
	require.False(t, ok, "block 3 is free and cannot be found")
}

// TestTagPeriod shows what the tag cannot do: after exactly 2^32 pushes the
// stale head looks fresh again. Here the tag is set back instead of waiting.
func TestTagPeriod(t *testing.T) {
	p, late, _ := staleTop(t, 5)
	overflow.SetFreeTag(p, 5)
	require.True(t, late.Finish())
}

// TestPopAloneNeedsNoTag: without a push in between, a stale Get is refused
// because its block is gone.
func TestPopAloneNeedsNoTag(t *testing.T) {
	p := overflow.NewPool(3, 1)
	late := overflow.BeginGet(p)
	tag := overflow.FreeTag(p)
	_, _ = p.Get()
	require.Equal(t, tag, overflow.FreeTag(p), "a pop leaves the tag alone")
	require.False(t, late.Finish())
	require.Equal(t, 2, p.Free())
}

// TestResetSpendsTags: a Reset moves the tag on like a push, one step for the
// emptying and one for each block, and never back to where it has been.
func TestResetSpendsTags(t *testing.T) {
	for _, tag := range []uint32{0, math.MaxUint32 - 2} {
		p := overflow.NewPool(3, 1)
		overflow.SetFreeTag(p, tag)
		p.Reset()
		require.Equal(t, tag+1+3, overflow.FreeTag(p))
	}
}
