package like

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// The places of traits.
const (
	refsEach = iota
	leaves
	popular
	huge
	levels
	widest
	near
	bytesEach
	garbage
	numTraits
	payload = numTraits // is not compared: bytesEach and refsEach say the same
)

// traits are the figures of a heap by which it is compared.
type traits [numTraits + 1]float64

// compared says how two heaps are compared by each trait. The factors are such that heaps of programs, which a user would
// call alike, come near each other (docs/results/gallery.md).
var compared = [numTraits]trait{
	refsEach:  {name: "references each", factor: 4},
	leaves:    {name: "without references"},
	popular:   {name: "refer to one object"},
	huge:      {name: "in huge objects"},
	levels:    {name: "levels", factor: 100},
	widest:    {name: "on the widest level"},
	near:      {name: "near the one before"},
	bytesEach: {name: "bytes each", factor: 4},
	garbage:   {name: "garbage"},
}

// trait is compared by its ratio, and scores 0 if one heap has factor times as much as the other. Without a factor it is a
// share, and scores 0 if the difference is half of the whole.
type trait struct {
	name   string
	factor float64
}

func (t trait) score(a, b float64) float64 {
	distance := math.Abs(a-b) / 0.5
	if t.factor > 0 {
		distance = math.Abs(math.Log(max(a, 0.01)/max(b, 0.01))) / math.Log(t.factor)
	}
	return 1 - min(1, distance)
}

// traitsOf finds the traits of h. All but garbage are of the live objects.
func traitsOf(h *heap.Heap, reached *heap.Reached) (of traits) {
	s := explain.Survey(h, reached)
	share := func(n, all uint64) float64 { return float64(n) / float64(max(all, 1)) }
	of[refsEach] = share(s.Edges, reached.Count)
	of[popular] = share(s.MaxIn, reached.Count)
	of[huge] = share(s.HugeEdges, max(s.Edges, s.HugeEdges))
	of[levels] = float64(s.Levels)
	of[widest] = share(s.Widest, reached.Count)
	of[near] = s.Near
	of[garbage] = share(h.NumObjects()-reached.Count, h.NumObjects())
	bare, slots, granules := uint64(0), uint64(0), uint64(0)
	for _, obj := range h.Objects() {
		if !reached.Has(obj) {
			continue
		}
		refs, size, _ := h.Object(obj)
		slots, granules = slots+uint64(refs), granules+uint64(size)
		if isBare(h, obj) {
			bare++
		}
	}
	of[leaves] = share(bare, reached.Count)
	of[bytesEach] = heap.GranuleBytes * share(granules, reached.Count)
	of[payload] = of[bytesEach] - heap.GranuleBytes - 4*share(slots, reached.Count)
	return of
}

// isBare reports whether an object refers to nothing.
func isBare(h *heap.Heap, obj heap.Ref) bool {
	for _, to := range h.Refs(obj) {
		if to != heap.Nil {
			return false
		}
	}
	return true
}
