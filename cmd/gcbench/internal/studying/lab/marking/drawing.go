package marking

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// drawing writes down a small heap: a line for the roots, and one for each object.
//
//	the heap   roots: 1
//	           object 1 -> 3, nil
//	           object 3 has no references
func drawing(h *heap.Heap) string {
	lines := []string{"no roots"}
	if roots := h.Roots(); len(roots) > 0 {
		lines[0] = "roots: " + list(roots)
	}
	for _, object := range h.Objects() {
		var to []heap.Ref
		for _, r := range h.Refs(object) {
			to = append(to, r)
		}
		if len(to) == 0 {
			lines = append(lines, fmt.Sprintf("object %d has no references", object))
		} else {
			lines = append(lines, fmt.Sprintf("object %d -> %s", object, list(to)))
		}
	}
	return "the heap   " + strings.Join(lines, "\n           ")
}

func list(refs []heap.Ref) string {
	var names []string
	for _, r := range refs {
		if r == heap.Nil {
			names = append(names, "nil")
		} else {
			names = append(names, fmt.Sprint(r))
		}
	}
	return strings.Join(names, ", ")
}
