package reach

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
)

// scanLevel scans the positions low to high, which are a level. The caller's
// goroutine begins alone. If the level is large, it shares what is left with others.
//
// A level of one node costs a few nanoseconds here: a list has millions of such levels.
func (b *breadth) scanLevel(low, high uint64) {
	first := b.searchers[0]
	first.sizer.batch = 0
	for low < high && !b.over() {
		if b.workers > 1 && first.isLarge(high-low) {
			b.share(low, high)
			return
		}
		n := high - low
		if b.calls && b.workers > 1 && n > 1 {
			n = min(n, first.sizer.next())
		}
		first.timed(low, low+n)
		low += n
	}
}

// isLarge says whether so many nodes are worth sharing. To start a goroutine and to wait for
// it takes some microseconds. A node of a heap or of an Adjacency takes tens of nanoseconds.
// A callback may take less than this, or seconds: see batchSizer.
func (s *searcher) isLarge(nodes uint64) bool {
	if s.b.calls {
		return nodes > 1 && s.sizer.expects(nodes) >= s.b.sharing.time
	}
	return nodes >= s.b.sharing.level
}

// share scans the positions low to high. Each searcher takes some of them, again
// and again, until all are taken. Then share waits for all searchers: after that the level is
// complete, and the caller is alone again.
func (b *breadth) share(low, high uint64) {
	most := high - low
	if !b.calls {
		most = (most + b.sharing.chunk - 1) / b.sharing.chunk
	}
	team := int(min(uint64(b.workers), most))
	for len(b.searchers) < team {
		b.addSearcher()
	}
	b.next.Store(int64(low))
	first := b.searchers[0]
	first.alone, first.sizer.batch = false, 0
	var others waitGroup
	finished := false
	defer func() {
		if !finished { // the user's code has ended this goroutine, or is about to
			b.ended.Store(true)
		}
		others.Wait()
		first.alone = true
	}()
	for _, s := range b.searchers[1:team] {
		others.Add(1)
		spawn(func() {
			defer others.Done()
			faults.Panic()
			s.sizer = batchSizer{}
			s.guarded(func() { s.takePart(high) })
		})
	}
	first.takePart(high)
	finished = true
}

// takePart takes nodes of a shared level until none is left.
func (s *searcher) takePart(high uint64) {
	for !s.b.over() {
		n := s.b.sharing.chunk
		if s.b.calls {
			n = s.sizer.next()
		}
		// The Add takes the nodes in one step. With a load and a store, two searchers take
		// the same nodes:
		//
		//  1. Searcher V loads next: it is 7.
		//  2. Searcher W loads next: it is 7.
		//  3. V and W store 8, and both scan the node at position 7.
		low := uint64(s.b.next.Add(int64(n))) - n
		if low >= high {
			break
		}
		s.timed(low, min(low+n, high))
	}
	s.flush()
}

// timed calls discover, and measures it if it calls a user's code.
func (s *searcher) timed(low, high uint64) {
	if !s.b.calls || s.b.workers == 1 || high-low == 1 && s.alone && s.sizer.batch == 0 {
		s.discover(low, high)
		return
	}
	began := now()
	s.discover(low, high)
	s.sizer.perNode = now().Sub(began) / time.Duration(high-low)
}
