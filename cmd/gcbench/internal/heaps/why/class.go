package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/chains"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// OfClass says how the reachable objects of a class are held: on which chains of classes
// shortest paths lead to them.
type OfClass struct {
	Class string `json:"class"`
	// Live and Bytes are the class's reachable objects, of Objects in all.
	Objects uint64 `json:"objects"`
	Live    uint64 `json:"live"`
	Bytes   uint64 `json:"bytes"`
	// Chains are those that lead to the most bytes. Others are how many more there are.
	Chains []Chain `json:"chains"`
	Others int     `json:"others"`
}

// Chain is a root and the classes on the way from there. A class that comes back leads back to
// its first place in the chain, so a list of nodes is one node.
type Chain struct {
	Root    string   `json:"root"`
	Classes []string `json:"classes"`
	Objects uint64   `json:"objects"`
	Bytes   uint64   `json:"bytes"`
	// Example is the first of the objects in order of address.
	Example Object `json:"example"`
}

// LookAtClass finds the chains that lead to the objects of the classes with this name. It takes
// 8 bytes for each granule of the arena and 4 for each live object. The error says which names
// there are.
func LookAtClass(h *source.Heap, name string) (*OfClass, error) {
	if !h.HasClasses() {
		return nil, fmt.Errorf("%s (%s) does not say the classes of objects", h.File, h.Format)
	}
	if !slices.Contains(h.Foreign.Classes()[1:], name) {
		return nil, fmt.Errorf("%s has no class %s: %s", h.File, source.Quote(name), meant(h.Foreign.Classes()[1:], name))
	}
	t := chains.New(h.Foreign.Classes())
	chain := chainOf(h, t)
	of := &OfClass{Class: name}
	found := map[chains.Chain]*Chain{}
	for ref, o := range h.Foreign.All() {
		if h.Foreign.Classes()[o.Class] != name {
			continue
		}
		of.Objects++
		at := chain[ref]
		if at == 0 {
			continue
		}
		c := found[at]
		if c == nil {
			c = &Chain{Example: objectAt(h, ref)}
			c.Root, c.Classes = t.Words(at)
			found[at] = c
		}
		c.Objects++
		c.Bytes += o.Bytes
		of.Live++
		of.Bytes += o.Bytes
	}
	of.keepLargest(found)
	return of, nil
}

// keepLargest fills in the chains that lead to the most bytes, in order.
func (of *OfClass) keepLargest(found map[chains.Chain]*Chain) {
	for _, c := range found {
		of.Chains = append(of.Chains, *c)
	}
	slices.SortFunc(of.Chains, func(a, b Chain) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Objects, a.Objects), cmp.Compare(a.Example.Number, b.Example.Number))
	})
	of.Others = max(0, len(of.Chains)-listed)
	of.Chains = of.Chains[:len(of.Chains)-of.Others]
}

// meant asks whether the user meant one of the classes that contain the text in some spelling. The shortest come
// first: other spellings of the text itself.
func meant(classes []string, text string) string {
	near := slices.DeleteFunc(slices.Sorted(slices.Values(classes)), func(c string) bool {
		return text == "" || !strings.Contains(spelled(c), spelled(text))
	})
	if len(near) == 0 {
		return "gcbench info lists the largest ones"
	}
	near = slices.Compact(near)
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return source.DidYouMean(near[:min(len(near), 3)])
}

// spelled is a name in small letters, with dots where languages put other separators.
func spelled(name string) string {
	return strings.NewReplacer("/", ".", "$", ".", "::", ".").Replace(strings.ToLower(name))
}

// chainOf searches the heap by breadth. An object's chain is that of the object from which it was found, and its class. It is 0 if the object is
// not reachable.
func chainOf(h *source.Heap, t *chains.Trie) []chains.Chain {
	classes := make([]sink.Class, h.Granules())
	for ref, o := range h.Foreign.All() {
		classes[ref] = o.Class
	}
	return byBreadth(h.Heap, func(_ int, root heap.Ref) chains.Chain { return t.Begin(from(h, root), classes[root]) },
		func(chain chains.Chain, to heap.Ref) chains.Chain { return t.Extend(chain, classes[to]) })
}
