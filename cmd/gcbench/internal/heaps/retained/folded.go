package retained

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/chains"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// WriteFolded writes the tree as folded stacks, which programs for flame graphs read: the classes on the way from the roots down to an object,
// with semicolons between them, and the bytes of all objects with this way. Where objects have no sizes it counts them. A class that comes again
// on the way is one step, so a list is. The widest frames of the graph are what keeps the most alive.
func (r *Heap) WriteFolded(w io.Writer) error {
	trie := chains.New(r.Foreign.Classes())
	var weight []uint64
	above := []chains.Chain{0}
	for node, enters := range r.Tree.Walk() {
		if !enters {
			above = above[:len(above)-1]
			continue
		}
		rank := r.rank(heap.Ref(node))
		chain := trie.Extend(above[len(above)-1], r.class[rank])
		above = append(above, chain)
		for len(weight) < trie.Len() {
			weight = append(weight, 0)
		}
		if r.bytes != nil {
			weight[chain] += r.size[rank]
		} else {
			weight[chain]++
		}
	}
	out := bufio.NewWriter(w)
	for chain, n := range weight {
		if n > 0 {
			_, classes := trie.Words(chains.Chain(chain))
			fmt.Fprintf(out, "%s %d\n", frames(classes), n)
		}
	}
	return out.Flush()
}

// frames joins names. A semicolon ends a frame, and a line ends a stack, so names have none.
func frames(classes []string) string {
	for i, name := range classes {
		classes[i] = strings.NewReplacer(";", ":", "\n", " ", "\r", " ").Replace(name)
		if name == "" {
			classes[i] = "(no class)"
		}
	}
	return strings.Join(classes, ";")
}
