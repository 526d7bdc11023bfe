package reach

import (
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// searcher is a worker of a search by breadth. Only its own goroutine touches it while a
// level is shared.
type searcher struct {
	b     *breadth
	alone bool              // nobody else is at work, now and until this searcher shares a level
	found func(to []uint32) // what to do with successors on the way forward: claim or claimParent
	seeks func(to []uint32) // and on the way back: matchTargets

	asked, approached uint64 // up to which position the memory has been asked

	candidates [policy.BatchObjects * kernel.SmallRefs]uint32     // successors of a batch
	large      [policy.ChunkRefs]uint32                           // successors of one node
	fresh      [2 * policy.BatchObjects * kernel.SmallRefs]uint32 // nodes that were found, and are not yet in order
	count      int                                                // how many these are
	hits       []hit                                              // wanted nodes that were found

	follows int // how many levels of one node it has scanned

	word   uint32 // what claimParent writes
	parent uint32 // the node that word stands for

	asking             bool     // the user's code is running
	current            uint32   // the node whose successors it is asked for
	successors, buffer []uint32 // what it has returned, and what it may append to

	sizer batchSizer
	best  []uint32                    // on the way back: the parents that this searcher has found
	bound uint32                      // no node with this number or a larger one can be a better parent
	kept  [policy.BatchObjects]uint32 // the nodes of a batch below bound
	met   bool                        // somebody is sought among the successors of the batch
	_     [64]byte                    // what lies behind it is on another cache line
}

// hit is a wanted node and its level.
type hit struct{ node, depth uint32 }

func newSearcher(b *breadth) *searcher {
	s := &searcher{b: b}
	s.found, s.seeks = s.claim, s.matchTargets
	if b.parents != nil {
		s.found = s.claimParent
	}
	return s
}

// ahead is for how many nodes the memory is asked before they are scanned.
const ahead = 3 * policy.BatchObjects

// discover scans the nodes at the positions low to high. On the way back it looks for parents.
func (s *searcher) discover(low, high uint64) {
	b := s.b
	if !s.alone {
		s.asked, s.approached = low, low
	}
	for at := low; at < high && !b.over(); {
		batch := b.nodesAt(at, min(high, at+policy.BatchObjects))
		end := at + uint64(len(batch))
		if s.alone {
			s.look(at, end, b.order.length)
		} else {
			s.look(at, end, high)
		}
		if b.sought != nil {
			s.seek(batch)
		} else {
			s.scan(batch, at, s.found)
		}
		if s.alone {
			s.flush()
		}
		b.poll()
		at = end
	}
}

// nodesAt returns the nodes at the positions low and behind it: those before high, or fewer if a page
// of order ends before. On the way back positions count from the end of order:
//
//	order      [ a | b  c | d  e | f ]
//	forward      0   1  2   3  4   5
//	back         5   4  3   2  1   0
func (b *breadth) nodesAt(low, high uint64) []uint32 {
	if b.sought == nil {
		return b.order.from(low, high)
	}
	return b.order.until(b.order.length-high, b.order.length-low)
}

// look asks the memory for the nodes at the positions at to end, and for those that come
// next, up to limit.
func (s *searcher) look(at, end, limit uint64) {
	if s.b.calls || limit == at+1 {
		return // nothing with which this cache miss could overlap
	}
	s.asked = s.each(max(s.asked, at), min(limit, end+ahead), s.b.graph.Prefetch)
	s.approached = s.each(max(s.approached, at), min(limit, end+ahead/2), s.b.graph.Approach)
}

// each calls ask for the nodes at the positions low to high, and returns the position of the
// next one.
func (s *searcher) each(low, high uint64, ask func(nodes []uint32)) uint64 {
	for low < high {
		nodes := s.b.nodesAt(low, high)
		ask(nodes)
		low += uint64(len(nodes))
	}
	return low
}

// scan gives the successors of batch to use, in pieces. The first node of batch is at
// position at.
func (s *searcher) scan(batch []uint32, at uint64, use func(to []uint32)) {
	n := 0
	for len(batch) > 0 {
		successors, taken := s.b.graph.Collect(batch, s.candidates[n:])
		n += successors
		at += uint64(taken)
		if batch = batch[taken:]; len(batch) > 0 {
			s.parent, s.word = batch[0], uint32(at)+1
			s.scanApart(batch[0], use)
			batch = batch[1:]
			at++
		}
	}
	use(s.candidates[:n])
}

// scanApart gives the successors of one node to use, in pieces.
func (s *searcher) scanApart(node uint32, use func(to []uint32)) {
	for first := uint32(0); !s.b.over(); {
		n := s.b.graph.piece(s, node, first)
		if n == 0 {
			return
		}
		use(s.large[:n])
		first += uint32(n)
	}
}

// guarded calls work. It turns a panic of the user's code, a fault of mapped memory or a
// runtime.Goexit into the search's error.
func (s *searcher) guarded(work func()) {
	finished := false
	defer func() {
		if finished {
			return
		}
		value := recover()
		if s.asking {
			s.asking = false
			s.b.fail(&mark.PanicError{Call: s.b.graph.(callSource).call, Node: s.current, Value: value, Stack: debug.Stack()})
			s.flush()
			return
		}
		err, ok := faults.Error("reach", value)
		if !ok {
			s.b.ended.Store(true) // let the others end before the program does
			panic(value)
		}
		s.b.fail(err)
	}()
	work()
	finished = true
}
