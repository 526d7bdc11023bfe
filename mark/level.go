package mark

import (
	"runtime/debug"
	"time"
)

// sweep calls work for the positions low to high of order, which are a level. The caller's
// goroutine begins alone. If the level is large, it shares what is left with others.
//
// A level of one node costs a few nanoseconds here: a list has millions of such levels.
func (b *breadth) sweep(low, high uint64, work func(s *searcher, low, high uint64)) {
	first := b.searchers[0]
	first.tempo.batch = 0
	for low < high && !b.over() {
		if b.workers > 1 && first.isLarge(high-low) {
			b.share(low, high, work)
			return
		}
		n := high - low
		if b.calls && b.workers > 1 && n > 1 {
			n = min(n, first.tempo.next())
		}
		first.timed(low, low+n, work)
		low += n
	}
}

// isLarge says whether so many nodes are worth sharing. To start a goroutine and to wait for
// it takes some microseconds. A node of a heap or of an Adjacency takes tens of nanoseconds.
// A callback may take less than this, or seconds: see tempo.
func (s *searcher) isLarge(nodes uint64) bool {
	if s.b.calls {
		return nodes > 1 && s.tempo.expects(nodes) >= shareTime
	}
	return nodes >= sharedLevel
}

// share calls work for the positions low to high. Each searcher takes some of them, again
// and again, until all are taken. Then share waits for all searchers: after that the level is
// complete, and the caller is alone again.
func (b *breadth) share(low, high uint64, work func(s *searcher, low, high uint64)) {
	most := high - low
	if !b.calls {
		most = (most + levelChunk - 1) / levelChunk
	}
	team := int(min(uint64(b.workers), most))
	for len(b.searchers) < team {
		b.searchers = append(b.searchers, newSearcher(b))
	}
	b.next.Store(int64(low))
	first := b.searchers[0]
	first.alone = false
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
		begin(func() {
			defer others.Done()
			s.help(high, work)
		})
	}
	first.takePart(high, work)
	finished = true
}

// help is what another goroutine does in a shared level.
func (s *searcher) help(high uint64, work func(s *searcher, low, high uint64)) {
	debug.SetPanicOnFault(true)
	s.tempo = tempo{}
	s.guarded(func() { s.takePart(high, work) })
}

// takePart takes nodes of a shared level until none is left.
func (s *searcher) takePart(high uint64, work func(s *searcher, low, high uint64)) {
	for !s.b.over() {
		n := uint64(levelChunk)
		if s.b.calls {
			n = s.tempo.next()
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
		s.timed(low, min(low+n, high), work)
	}
	s.flush()
}

// timed calls work, and measures it if it calls a user's code.
func (s *searcher) timed(low, high uint64, work func(s *searcher, low, high uint64)) {
	if !s.b.calls || s.b.workers == 1 || high-low == 1 && s.alone && s.tempo.batch == 0 {
		work(s, low, high)
		return
	}
	began := now()
	work(s, low, high)
	s.tempo.measured(high-low, now().Sub(began))
}

// tempo is how long the nodes of a callback take. Nobody knows before: some tens of
// nanoseconds, or seconds. So a searcher takes one node, then two, then four, while they are
// fast, and reads the clock each time. Slow nodes after fast ones are noticed soon, and others
// can be called.
//
// This is what patience is for marks. Here the searcher knows how many nodes are left in the
// level. So it does not wait for some time. It multiplies.
type tempo struct {
	perNode time.Duration // of the last nodes, on average
	batch   uint64        // how many nodes were taken at once; 0 at the beginning of a level
}

// readEvery is how long a searcher goes on, more or less, without reading the clock.
const readEvery = 20 * time.Microsecond

// next returns how many nodes to take.
func (t *tempo) next() uint64 {
	t.batch = min(2*t.batch, batchObjects, uint64(readEvery/max(1, t.perNode)))
	t.batch = max(1, t.batch)
	return t.batch
}

// measured notes how long so many nodes have taken.
func (t *tempo) measured(nodes uint64, took time.Duration) { t.perNode = took / time.Duration(nodes) }

// expects returns how long so many nodes will take, if they are like the last ones.
func (t *tempo) expects(nodes uint64) time.Duration { return time.Duration(nodes) * t.perNode }
