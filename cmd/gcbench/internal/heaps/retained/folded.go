package retained

import (
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/chains"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// WriteFolded writes the tree of a heap with classes as folded stacks: the classes on the way from the roots down to an object, and the bytes of all objects with this way. Where objects have no sizes it counts them. A class that comes again
// on the way is one step, so a list is. The widest frames of the graph are what keeps the most alive.
func (r *Heap) WriteFolded(w io.Writer) error {
	trie, weight, above := chains.Empty(r.table), map[uint32]uint64{}, []uint32{0}
	for node, enters := range r.Tree.Walk() {
		if !enters {
			above = above[:len(above)-1]
			continue
		}
		rank := r.rank(heap.Ref(node))
		chain := trie.Extend(above[len(above)-1], r.class[rank])
		above = append(above, chain)
		if r.bytes != nil {
			weight[chain] += r.size[rank]
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
