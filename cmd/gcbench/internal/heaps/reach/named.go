package reach

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Missing is an error about the objects of q.Why that are not reached.
func Missing(h *source.Heap, q Query, a *Answer) error {
	var missing []uint32
	for i, path := range a.Paths {
		if path == nil {
			missing = append(missing, q.Why[i])
		}
	}
	switch {
	case missing == nil:
		return nil
	case len(missing) == 1:
		return fmt.Errorf("%s is not reached from %s", Texts(h, missing)[0], Shown(h, q.Roots))
	}
	return fmt.Errorf("%s are not reached from %s", strings.Join(Texts(h, missing), " "), Shown(h, q.Roots))
}

// Shown names the roots, or says how many there are.
func Shown(h *source.Heap, roots []uint32) string {
	const most = 3
	switch n := len(roots); {
	case n == 0:
		return "no root"
	case n > most:
		return numeral.Plural(uint64(n), "root")
	}
	return strings.Join(Texts(h, roots), ", ")
}

// Nodes returns the nodes of objects that were typed.
func Nodes(h *source.Heap, typed []string) (nodes []uint32, err error) {
	seen := map[heap.Ref]bool{}
	for _, text := range typed {
		ref, err := h.Find(text)
		if err != nil {
			return nil, err
		}
		if !seen[ref] {
			nodes = append(nodes, uint32(ref))
		}
		seen[ref] = true
	}
	return nodes, nil
}
