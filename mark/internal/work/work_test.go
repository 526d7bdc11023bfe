package work

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// TestFit: the pending bitmap has room for whole words, and is made anew only for a mark that needs more.
func TestFit(t *testing.T) {
	s := NewShared(1, 2, 2, 10, 1, 2)
	for _, c := range []struct {
		refs, room uint64
		anew       bool
	}{{65, 128, true}, {64, 128, false}, {1, 128, false}, {127, 128, false}, {128, 128, false}, {129, 192, true}} {
		before := s.Pending
		s.Fit(c.refs, false)
		require.Equal(t, c.room, s.pends, "%d refs", c.refs)
		require.Equal(t, c.anew, s.Pending != before, "%d refs", c.refs)
	}
}

// TestFitDropsWhatIsLeft: what a mark has left that was not completed is nowhere when the next one begins, and each
// block is free.
func TestFitDropsWhatIsLeft(t *testing.T) {
	for _, grain := range []int{1, 2} {
		l := local(grain, 2, 1)
		refs := []uint32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
		for range 2 {
			require.Positive(t, l.Publish(refs))
			require.Equal(t, 2, l.Deque.Len())
			require.False(t, l.List.Empty())
			require.False(t, l.Pending.Empty())
			l.Refs[l.Top] = 11
			l.Top++
			l.Take(1)
			l.FromShared = 1
			l.Forget()
			l.Fit(1<<16, true)
			require.Zero(t, l.Deque.Len()+l.Private()+l.InFlight()+l.FromShared)
			require.False(t, l.Overflowed())
			require.False(t, l.BlockSeen)
			require.NotZero(t, l.BlocksOverflowed, "the counts go on")
			require.Equal(t, l.Blocks.Blocks(), l.Blocks.Free())
			require.Equal(t, l.Pool.Blocks(), l.Pool.Free())
		}
	}
}

// full is the end of a deque that refuses each push, although it looks as if it had room.
type full struct{ stealq.Deque }

func (full) Push(uint64) bool { return false }

// TestRefusedBlocksAreFree: a block that the deque refuses goes back to the pool, and its refs go further.
func TestRefusedBlocksAreFree(t *testing.T) {
	l := local(2, 2, 1)
	l.Own = full{l.Deque}
	for range 2 * l.Blocks.Blocks() {
		require.Zero(t, l.PushDeque([]uint32{1, 2, 3}))
	}
	require.Equal(t, l.Blocks.Blocks(), l.Blocks.Free())
}

// TestPublishSaysForHowMany: each item of the deque, each block of the list and each part of the pending bitmap
// can keep one worker busy. Each is full but for the last of its kind.
func TestPublishSaysForHowMany(t *testing.T) {
	for _, grain := range []int{1, 2} {
		for refs := range 2*grain + 4 + 2*policy.RecoverRefs {
			l := local(grain, 2, 1) // 2 items in the deque, and a block of 4 on the list
			inDeque := min(refs, 2*grain)
			listed := min(refs-inDeque, 4)
			want := (inDeque+grain-1)/grain + (listed+3)/4 + (refs-inDeque-listed+policy.RecoverRefs-1)/policy.RecoverRefs
			published := make([]uint32, refs)
			for i := range published {
				published[i] = uint32(i)
			}
			require.Equal(t, want, l.Publish(published), "%d refs, grain %d", refs, grain)
		}
	}
}

// TestBlocksAreSeen: a worker that has published something, or has taken up a block, looks for further blocks.
func TestBlocksAreSeen(t *testing.T) {
	for name, act := range map[string]func(l *Local){
		"publish":       func(l *Local) { l.Publish([]uint32{1}) },
		"pop":           func(l *Local) { l.PushDeque([]uint32{1}); l.PopDeque() },
		"recover":       func(l *Local) { l.Overflow([]uint32{1}); l.RecoverBlock() },
		"take the last": func(l *Local) { l.PushDeque([]uint32{1}); l.TakeBlock() },
	} {
		l := local(2, 2, 1)
		require.False(t, l.PopDeque() || l.RecoverBlock() > 0 || l.BlockSeen)
		act(l)
		require.True(t, l.BlockSeen, name)
		l.Empty()
		for l.PopDeque() {
			l.Empty()
		}
		require.Zero(t, l.TakeBlock())
		require.False(t, l.BlockSeen, name)
	}
}

// TestFromSharedFollowsTheStack: with grain 1 the refs that came from a shared place are counted until
// they are scanned or given away.
func TestFromSharedFollowsTheStack(t *testing.T) {
	l := local(1, 4, 1)
	l.Overflow([]uint32{1, 2, 3, 4, 5, 6})
	require.Equal(t, 4, l.RecoverBlock())
	require.Equal(t, 4, l.FromShared)
	l.Take(1)
	require.Equal(t, 3, l.FromShared)
	l.Refs[l.Top] = 7
	l.Top++
	l.Take(1)
	require.Equal(t, 3, l.FromShared, "what was pushed on top of them leaves first")
	l.Drop(1)
	require.Equal(t, 2, l.FromShared)
	l.Compact()
	require.Equal(t, 2, l.FromShared)
	l.Empty()
	require.Equal(t, 2, l.RecoverPending(0))
	require.Equal(t, 2, l.FromShared)
	l.Refs[l.Top] = 8
	l.Top++
	l.Drop(3)
	require.Zero(t, l.FromShared+l.Size())
	l.Refs[l.Top] = 9
	l.Top++
	l.Drop(1)
	require.Zero(t, l.FromShared)
	l.PushDeque([]uint32{10})
	require.True(t, l.PopDeque())
	require.Equal(t, 1, l.FromShared)
	l.Empty()
	require.Zero(t, l.FromShared)
}

// local returns the only worker of a small deque of blocks of so many refs, with so many blocks in the overflow pool.
func local(grain, capacity, listed int) *Local {
	s := NewShared(1, grain, capacity, 1<<20, listed, max(grain, 4))
	s.Fit(1<<16, false)
	d := stealq.StealHalf.New(1, capacity)[0]
	return &Local{Shared: &s, Refs: make([]uint32, policy.StackRefs), Deque: d, Own: d}
}

// spread returns another ref for each i below 1<<16. Those of small numbers lie far apart, too.
func spread(i uint32) uint32 { return i * 24_601 % (1 << 16) }

// TestNothingIsLost: whatever a worker publishes, puts off, takes up, puts into flight and takes back, in any order, each ref
// is in one place only, and comes back once.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := local(rapid.SampledFrom([]int{1, 2, 5, 64}).Draw(t, "grain"), 4, rapid.IntRange(0, 3).Draw(t, "listed"))
		l.PutsOff = rapid.Bool().Draw(t, "puts off")
		next, scanned := uint32(1), map[uint32]int{}
		scan := func(batch []uint32) {
			for _, ref := range batch {
				scanned[ref]++
			}
		}
		take := func() {
			if n := min(l.Size(), policy.BatchObjects); n > 0 && l.InFlight() < ringBatches {
				l.Take(n)
			}
		}
		room := func() bool { return l.Top < policy.StackHigh-policy.RecoverRefs }
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				before := l.Top
				for range min(rapid.SampledFrom([]int{1, 7, 40}).Draw(t, "refs"), policy.StackHigh/4) {
					if room() {
						l.Refs[l.Top] = spread(next)
						l.Top++
						next++
					}
				}
				if l.PutsOff {
					l.PutOff(l.Refs[before:l.Top])
				}
			},
			"": func(t *rapid.T) {
				flying := 0
				for i := range l.InFlight() {
					flying += len(l.At(i))
				}
				if l.FromShared < 0 || l.FromShared > l.Size() || l.Private() != l.Size()+flying {
					t.Fatalf("%d are private: %d on the stack, %d of them from others, and %d in flight", l.Private(), l.Size(), l.FromShared, flying)
				}
			},
			"take":   func(*rapid.T) { take() },
			"untake": func(*rapid.T) { l.Compact(); l.Untake() },
			"scan": func(*rapid.T) {
				if l.InFlight() > 0 {
					scan(l.Oldest())
				}
			},
			"publish": func(t *rapid.T) {
				n := rapid.IntRange(0, l.Size()).Draw(t, "oldest")
				l.Publish(l.Refs[l.Bottom : l.Bottom+n])
				l.Drop(n)
			},
			"block": func(*rapid.T) {
				if l.Size() < policy.BatchObjects && room() {
					l.TakeBlock()
				}
			},
			"pending": func(*rapid.T) {
				if room() {
					l.RecoverPending(0)
				}
			},
		})
		for {
			switch l.Compact(); {
			case l.InFlight() > 0:
				scan(l.Oldest())
			case l.Size() > 0:
				take()
			case !l.PopDeque() && l.RecoverBlock() == 0 && l.RecoverPending(0) == 0:
				if l.Private() != 0 || l.Overflowed() || l.BlocksOverflowed != l.BlocksRecovered || l.PendingAdded != l.RefsRecovered {
					t.Fatalf("something is left: %d private, %+v", l.Private(), l.Grey)
				}
				if l.Blocks.Free() != l.Blocks.Blocks() || l.Pool.Free() != l.Pool.Blocks() {
					t.Fatalf("%d blocks of %d are free, and %d of %d", l.Blocks.Free(), l.Blocks.Blocks(), l.Pool.Free(), l.Pool.Blocks())
				}
				for i := uint32(1); i < next; i++ {
					if ref := spread(i); scanned[ref] != 1 {
						t.Fatalf("ref %d was scanned %d times", ref, scanned[ref])
					}
				}
				return
			}
		}
	})
}
