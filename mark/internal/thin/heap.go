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
