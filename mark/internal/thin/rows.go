package thin

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Rows scans thin frontiers of adjacency arrays.
type Rows struct{ chain.Rows }

// Round scans all grey nodes of a thin frontier, while each cursor makes a step. The grey
// nodes were pushed in the last round, and their offsets were asked for then. While one
// half of the cursors steps, these arrive, and while the other half steps, the successors.
// Round returns false if it leaves a node to scan: the node has many successors, or the arrays were
// changed.
func (r Rows) Round(f *Front, marks []kernel.Plain, speculates bool) bool {
	var nodes [policy.ThinRefs]uint32
	l := f.local
	grey := nodes[:copy(nodes[:], l.Refs[l.Bottom:l.Top])]
	moves := speculates && f.Chains.Begins()
	if moves {
		r.Half(f.Chains, 0)
	}
	r.Graph.PrefetchTargets(grey)
	if moves {
		r.Half(f.Chains, 1)
	}
	l.Top = l.Bottom
	for i, node := range grey {
		successors, ok := r.Graph.Successors(node)
		if !ok || len(successors) > kernel.SmallRefs || !f.grey(marks, r.Rows, node, successors, speculates, false) {
			l.Top += copy(l.Refs[l.Top:], grey[i:])
			return false
		}
	}
	l.Batches++
	r.Graph.PrefetchOffsets(l.Refs[l.Bottom:min(l.Top, l.Bottom+policy.ThinRefs)])
	return true
}
