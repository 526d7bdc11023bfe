package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// This file is what adjacencyScanner does for a thin frontier: see thin.go.

// follow is for lists, as in a heap. Half of its time it waits for offsets, and half for
// targets. Neither can be asked for before the other has arrived.
func (s *adjacencyScanner) follow(w *worker) bool {
	marks := kernel.PlainWords(s.marks.Words())
	node := w.stack[w.top-1]
	for steps := range batchObjects {
		successors, ok := s.rows.Successors(node)
		if !ok || len(successors) > kernel.SmallRefs {
			return steps > 0
		}
		w.stats.Batches++
		w.stats.Scanned++
		top := w.top - 1
		for _, to := range successors {
			if uint64(to/64) >= uint64(len(marks)) {
				s.outside(w, to)
				break
			}
			if claimPlain(marks, to) {
				w.stack[top], node = to, to
				top++
			}
		}
		w.top--
		if w.pushed(top); w.size() != 1 {
			break
		}
	}
	return true
}

// thinRound scans all grey nodes of a thin frontier, while each cursor makes a step. The grey
// nodes were pushed in the last round, and their offsets were asked for then. So while one
// half of the cursors steps, these arrive, and while the other half steps, the successors.
func (s *adjacencyScanner) thinRound(w *worker, speculates bool) bool {
	var nodes [policy.ThinRefs]uint32
	grey := nodes[:copy(nodes[:], w.stack[w.bottom:w.top])]
	moves := speculates && w.chains.Begins()
	if moves {
		s.chains.Half(w.chains, 0)
	}
	s.rows.PrefetchTargets(grey)
	if moves {
		s.chains.Half(w.chains, 1)
	}
	w.top = w.bottom
	for i, node := range grey {
		if !s.scanThin(w, node, speculates) {
			w.top += copy(w.stack[w.top:], grey[i:])
			return false
		}
	}
	w.stats.Batches++
	s.rows.PrefetchOffsets(w.stack[w.bottom:min(w.top, w.bottom+policy.ThinRefs)])
	return true
}

// scanThin scans one node, and harvests if it is distinguished. It returns false, and does
// nothing, if it leaves the node to scan: the node has many successors, or the arrays were
// changed.
func (s *adjacencyScanner) scanThin(w *worker, node uint32, speculates bool) bool {
	successors, ok := s.rows.Successors(node)
	if !ok || len(successors) > kernel.SmallRefs {
		return false
	}
	return w.greyThin(s.chains, node, successors, speculates)
}
