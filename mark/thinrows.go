package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// rowsThinner scans thin frontiers of adjacency arrays: see thin.go.
type rowsThinner struct{ chain.Rows }

// thinRound scans all grey nodes of a thin frontier, while each cursor makes a step. The grey
// nodes were pushed in the last round, and their offsets were asked for then. So while one
// half of the cursors steps, these arrive, and while the other half steps, the successors.
func (s rowsThinner) thinRound(w *worker, speculates bool) bool {
	var nodes [policy.ThinRefs]uint32
	grey := nodes[:copy(nodes[:], w.Refs[w.Bottom:w.Top])]
	moves := speculates && w.chains.Begins()
	if moves {
		s.Half(w.chains, 0)
	}
	s.Graph.PrefetchTargets(grey)
	if moves {
		s.Half(w.chains, 1)
	}
	w.Top = w.Bottom
	for i, node := range grey {
		if !s.scanThin(w, node, speculates) {
			w.Top += copy(w.Refs[w.Top:], grey[i:])
			return false
		}
	}
	w.stats.Batches++
	s.Graph.PrefetchOffsets(w.Refs[w.Bottom:min(w.Top, w.Bottom+policy.ThinRefs)])
	return true
}

// scanThin scans one node, and harvests if it is distinguished. It returns false, and does
// nothing, if it leaves the node to scan: the node has many successors, or the arrays were
// changed.
func (s rowsThinner) scanThin(w *worker, node uint32, speculates bool) bool {
	successors, ok := s.Graph.Successors(node)
	if !ok || len(successors) > kernel.SmallRefs {
		return false
	}
	return w.greyThin(s, node, successors, speculates)
}
