package engine

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

// ahead asks for nothing: only the user's graph knows where its memory is.
func (s *graphScanner) ahead() prefetcher { return s }

// Prefetch and Approach are of prefetcher.
func (s *graphScanner) Prefetch([]uint32) {}

func (s *graphScanner) Approach([]uint32) {}

// followed is how many nodes of a list follow goes along in one call. To share and to look around again after each batch took 8 %
// of a mark.
const followed = 16 * policy.BatchObjects

// follow goes along a list, for up to followed nodes. As long as the only grey node leads to one white node
// and to nothing else, there is nothing to share, and nothing whose cache miss could overlap with this one's. A
// batch of one node would take several times as long as a fast callback.
//
// A node is scanned for each that is marked, but for the last one. One of the two is counted, and behind is what the other
// one differs by.
func (s *graphScanner) follow(w *worker) bool {
	if w.Processor != nil {
		return false // virtual time goes by in scan
	}
	m, marks := w.m, kernel.PlainWords(w.m.Marks.Words())
	ask, direct := s.graph.(Function)
	if !direct {
		ask = s.graph.AppendSuccessors
	}
	w.successors = slices.Grow(w.successors[:0], 1)
	w.Top--
	node := w.Refs[w.Top] // not on the stack: each node would wait for a store and a load
	w.Batches++
	watched, behind := m.teller != nil || m.done != nil, w.Scanned-w.Marked
	for end := w.Marked + followed; w.Marked < end; w.Marked++ {
		if watched {
			w.Scanned = w.Marked + behind
			w.reportProgress(0)
			m.pollContext()
		}
		if m.crew.Done() {
			break
		}
		w.current, w.calling = node, CallsSuccessors
		got := ask(w.successors, node)
		w.calling = CallsNothing
		if len(got) != 1 || got[0] >= s.nodes {
			w.Scanned = w.Marked + behind + 1
			s.branch(w, node, got)
			return true
		}
		node = got[0]
		old, bit := marks[node/64].Load(), uint64(1)<<(node%64)
		if old&bit != 0 {
			w.Scanned = w.Marked + behind + 1
			return true
		}
		marks[node/64].Store(old | bit)
	}
	w.Scanned = w.Marked + behind
	w.Refs[w.Top] = node
	w.Top++
	return true
}

// branch greys what a node at the end of a list leads to.
func (s *graphScanner) branch(w *worker, node uint32, got []uint32) {
	s.keep(w, got)
	w.ends[0] = len(got)
	s.grey(w, []uint32{node})
}

// Cursors returns nothing, because the cursors of each worker ask the user's code: see foresight.
func (s *graphScanner) Cursors() chain.Source { return nil }

func (s *graphScanner) Pace() policy.Pace { return policy.CallPace() }

// scan asks for the successors of the whole batch before it looks at any of them. The
// cache misses of the user's code are close together, and the processor can overlap
// them.
func (s *graphScanner) scan(w *worker, batch []uint32) {
	w.successors = w.successors[:0]
	for i, node := range batch {
		w.reportProgress(len(batch) - i)
		if w.m.pollContext(); w.m.crew.Done() {
			return // the rest of the batch is given up, because the user's code may be slow
		}
		s.ask(w, node)
		w.ends[i] = len(w.successors)
	}
	w.Processor.Collected(len(batch), len(w.successors))
	s.grey(w, batch)
}

// ask appends the successors of node to w.successors.
func (s *graphScanner) ask(w *worker, node uint32) {
	w.current, w.calling = node, CallsSuccessors
	got := s.graph.AppendSuccessors(w.successors[len(w.successors):], node)
	w.calling = CallsNothing
	s.keep(w, got)
}

// keep appends what a call has returned to w.successors, behind which the call had room. The user's code may
// have returned its own memory. Then keep copies from it, and never writes to it.
func (s *graphScanner) keep(w *worker, got []uint32) {
	n := len(w.successors)
	if len(got) == 0 {
		return
	}
	if room := w.successors[n:cap(w.successors)]; len(got) <= len(room) && &got[0] == &room[0] {
		w.successors = w.successors[:n+len(got)]
		return
	}
	w.successors = append(w.successors, got...)
}

// grey marks the successors of a batch, and pushes those that were white. There may
// be any number of successors. grey takes them in pieces, and makes room after each
// piece.
func (s *graphScanner) grey(w *worker, batch []uint32) {
	for i, to := range w.successors {
		if to >= s.nodes {
			from := 0
			for w.ends[from] <= i {
				from++
			}
			w.fail(w.m.Errors.Refused(batch[from], source.NoNode(to, uint64(s.nodes))))
			return
		}
	}
	for rest := w.successors; len(rest) > 0; {
		n := min(len(rest), policy.ChunkRefs)
		w.grey(rest[:n])
		if rest = rest[n:]; len(rest) > 0 {
			w.makeRoom()
		}
	}
}

// Outside is never asked: grey has compared each successor with the number of nodes.
func (s *graphScanner) Outside(to uint32) error { return fmt.Errorf("mark: %d is not a node", to) }

// scanChunk greys a chunk of the roots. All of them are nodes.
func (s *graphScanner) scanChunk(w *worker, c ranges.Chunk) {
	w.grey(w.large[:copy(w.large[:], s.roots[c.Low:c.High])])
}
