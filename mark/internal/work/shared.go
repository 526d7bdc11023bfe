package work

import (
	"github.com/seed-3ccf4018/halfmark/overflow"
)

// Shared is where workers find each other's refs, besides their deques. A Marker holds it by value.
type Shared struct {
	Grain    int               // refs of an item of a deque
	Capacity int               // items of a deque
	Blocks   *overflow.Pool    // of the blocks that are items of the deques
	Pool     *overflow.Pool    // of the blocks of the overflow list
	List     *overflow.List    // of blocks for which a deque had no room
	Pending  *overflow.Pending // of refs for which the list had no block
	pends    uint64            // Pending has room for refs below this one
}

// NewShared returns what so many workers share, for items of so many refs in deques of so many items. The
// pool of the deques has at most blocks blocks, and that of the overflow list listed ones of listedGrain refs.
func NewShared(workers, grain, capacity, blocks, listed, listedGrain int) Shared {
	s := Shared{Grain: grain, Capacity: capacity, Blocks: overflow.NewPool(0, 1), Pool: overflow.NewPool(listed, listedGrain)}
	if grain > 1 {
		// A block for each place in a deque, and one in each worker's hands.
		s.Blocks = overflow.NewPool(min(workers*(capacity+1), blocks), grain)
	}
	s.List, s.Pending = overflow.NewList(s.Pool), overflow.NewPending(0)
	return s
}

// Prefault has the operating system give the memory of all blocks, for which the first mark would pay otherwise. No
// worker marks yet.
func (s *Shared) Prefault() {
	s.Blocks.Prefault()
	s.Pool.Prefault()
}

// Fit makes room in the pending bitmap for refs below n. If the last mark was not completed, left is true,
// and what it has left is dropped. All workers are parked.
//
// Pending has room for whole words, as the mark bitmap has. A reference of a damaged arena may
// lead to a granule beyond the heap for which the bitmap still has a bit. Then the damage is
// found when this granule is scanned.
func (s *Shared) Fit(n uint64, left bool) {
	if left {
		s.Pending.Reset()
		s.List.Reset()
		s.Pool.Reset()
		s.Blocks.Reset()
	}
	if n = (n + 63) &^ 63; n > s.pends {
		s.Pending, s.pends = overflow.NewPending(n), n
	}
}

// Overflowed reports whether the overflow list or the pending bitmap seems to hold refs. Any worker may
// call it.
func (s *Shared) Overflowed() bool { return !s.List.Empty() || !s.Pending.Empty() }
