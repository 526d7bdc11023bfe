package engine

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

// ahead asks for nothing: only the user's graph knows where its memory is.
func (s *graphScanner) ahead() prefetcher { return s }

// Prefetch and Approach are of prefetcher.
func (s *graphScanner) Prefetch([]uint32) {}

func (s *graphScanner) Approach([]uint32) {}

// follow leaves every node to scan. The calls of the user's code cost more than the
// rest.
func (s *graphScanner) follow(*worker) bool { return false }

// Cursors returns nothing, because the cursors of each worker ask the user's code: see foresight.
func (s *graphScanner) Cursors() chain.Source { return nil }

func (s *graphScanner) Pace() policy.Pace { return policy.CallPace() }

// scan asks for the successors of the whole batch before it looks at any of them. So
// the cache misses of the user's code are close together, and the processor can
// overlap them.
func (s *graphScanner) scan(w *worker, batch []uint32) {
	w.successors = w.successors[:0]
	for i, node := range batch {
		w.reportProgress(len(batch) - i)
		if w.m.pollContext(); w.m.crew.Done() {
			return // the rest of the batch is given up, because the user's code may be slow
		}
		w.current = node
		s.ask(w, node)
		w.ends[i] = len(w.successors)
	}
	w.Processor.Collected(len(batch), len(w.successors))
	s.grey(w, batch)
}

// ask appends the successors of node to w.successors. The user's code may have
// returned memory of its own. Then ask copies from it, and never writes to it.
func (s *graphScanner) ask(w *worker, node uint32) {
	n := len(w.successors)
	w.calling = CallsSuccessors
	got := s.graph.AppendSuccessors(w.successors[n:], node)
	w.calling = CallsNothing
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
// be any number of successors. So grey takes them in pieces, and makes room after
// each piece.
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
func (s *graphScanner) Outside(to uint32) error { return fmt.Errorf("mark: %d is no node", to) }

// scanChunk greys a chunk of the roots. All of them are nodes.
func (s *graphScanner) scanChunk(w *worker, c ranges.Chunk) {
	w.grey(w.large[:copy(w.large[:], s.roots[c.Low:c.High])])
}
