package retained

import (
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/chains"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// WriteFolded writes the tree as folded stacks: the classes on the way from the roots down to an object, and the bytes of all objects with this way. Where objects have no sizes it counts them. A class that comes again
// on the way is one step, so a list is. The widest frames of the graph are what keeps the most alive.
func (r *Heap) WriteFolded(w io.Writer) error {
	table, err := classes.OfFile(r.Heap)
	if err != nil {
		return err
	}
	trie, weight, above := chains.Empty(r.Heap.Heap, table), map[uint32]uint64{}, []uint32{0}
	for node, enters := range r.Tree.Walk() {
		if !enters {
			above = above[:len(above)-1]
			continue
		}
		chain := trie.Extend(above[len(above)-1], trie.Class(heap.Ref(node)))
		above = append(above, chain)
		if r.bytes != nil {
			weight[chain] += r.size[r.rank(heap.Ref(node))]
		} else {
			weight[chain]++
		}
	}
	stacks := chains.Folded{}
	for chain, n := range weight {
		_, names := trie.Chain(chain)
		stacks.Add(names, n)
	}
	return stacks.Write(w)
}
