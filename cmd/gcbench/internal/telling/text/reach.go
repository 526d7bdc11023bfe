package text

import (
	"bufio"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// WritePaths writes the paths that there are, one object a line, with an empty line between
// two paths. With levels, how far it is from the root stands before each object. An error stays in out.
func WritePaths(out *bufio.Writer, h *source.Heap, paths [][]uint32, levels bool) {
	first := true
	for _, path := range paths {
		if path == nil {
			continue
		}
		if !first {
			out.WriteByte('\n')
		}
		first = false
		for distance, node := range path {
			if levels {
				fmt.Fprintf(out, "%d\t", distance)
			}
			out.WriteString(h.Text(h.Number(heap.Ref(node))))
			out.WriteByte('\n')
		}
	}
}
