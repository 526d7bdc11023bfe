package thin

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Heap scans thin frontiers of a heap.
type Heap struct{ *chain.Heap }

// Round scans all grey objects of a thin frontier. Then each cursor makes a step, while
// what these objects lead to is on its way. Round returns false if it leaves an object to
// scan.
func (h Heap) Round(f *Front, marks []kernel.Plain, speculates bool) bool {
	if !h.one(f, marks) && !h.all(f, marks, speculates) {
		return false
	}
	l := f.local
	l.Batches++
	kernel.PrefetchHeads(h.Arena, l.Refs[l.Bottom:l.Top])
	if speculates {
		f.Chains.Round()
	}
	return true
}

// one scans the only grey object, if it has one field and this leads to a white object.
// This is the way along a list, but for the distinguished objects. It reports whether it did.
func (h Heap) one(f *Front, marks []kernel.Plain) bool {
	l := f.local
	obj := l.Refs[l.Top-1]
	to, ok := h.Only(obj)
	if l.Size() != 1 || !ok || f.table.Distinguished(obj) || uint64(to/64) >= uint64(len(marks)) || !claim(marks, to) {
		return false
	}
	l.Refs[l.Top-1] = to
	l.Scanned++
	l.Marked++
	return true
}

// all scans all grey objects.
func (h Heap) all(f *Front, marks []kernel.Plain, speculates bool) bool {
	var grey [policy.ThinRefs]uint32
	var successors [kernel.SmallRefs]uint32
	l := f.local
	n := copy(grey[:], l.Refs[l.Bottom:l.Top])
	l.Top = l.Bottom
	for i, obj := range grey[:n] {
		refs, ok := kernel.References(h.Arena, obj)
		if !ok || len(refs) > kernel.SmallRefs*kernel.RefBytes || !f.grey(marks, h.Heap, obj, successors[:kernel.CopyRefs(successors[:], refs)], speculates, true) {
			l.Top += copy(l.Refs[l.Top:], grey[i:n])
			return false
		}
	}
	return true
}

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
