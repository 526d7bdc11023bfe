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

// local returns the only worker of a small deque of blocks of so many refs, with so many blocks in the overflow pool.
func local(grain, capacity, listed int) *Local {
	s := NewShared(1, grain, capacity, 1<<20, listed, max(grain, 4))
	s.Fit(1<<16, false)
	d := stealq.StealHalf.New(1, capacity)[0]
	return &Local{Shared: &s, Refs: make([]uint32, policy.StackRefs), Deque: d, Own: d}
}

// TestNothingIsLost: whatever a worker publishes, takes up, puts into flight and takes back, in any order, each ref
// is in one place only, and comes back once.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := local(rapid.SampledFrom([]int{1, 2, 5, 64}).Draw(t, "grain"), 4, rapid.IntRange(0, 3).Draw(t, "listed"))
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
				for range rapid.IntRange(0, min(40, policy.StackHigh/4)).Draw(t, "refs") {
					if room() {
						l.Refs[l.Top] = next
						l.Top++
						next++
					}
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
					t.Fatalf("something is left: %d private, %+v", l.Private(), l.Counts)
				}
				for ref := uint32(1); ref < next; ref++ {
					if scanned[ref] != 1 {
						t.Fatalf("ref %d was scanned %d times", ref, scanned[ref])
					}
				}
				return
			}
		}
	})
}
