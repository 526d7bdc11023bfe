package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

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
	if h.Foreign == nil || len(h.Foreign.Classes()) == 1 {
		return nil, fmt.Errorf("%s (%s) does not say the classes of objects", h.File, h.Format)
	}
	if !slices.Contains(h.Foreign.Classes()[1:], name) {
		return nil, fmt.Errorf("%s has no class %s: %s", h.File, source.Quote(name), meant(h.Foreign.Classes()[1:], name))
	}
	t := newTrie(h)
	of := &OfClass{Class: name}
	chains := map[uint32]*Chain{}
	for ref, o := range h.Foreign.All() {
		if h.Foreign.Classes()[o.Class] != name {
			continue
		}
		of.Objects++
		at := t.chain[ref]
		if at == 0 {
			continue
		}
		c := chains[at]
		if c == nil {
			c = t.chainAt(at)
			c.Example = objectAt(h, ref)
			chains[at] = c
		}
		c.Objects++
		c.Bytes += o.Bytes
		of.Live++
		of.Bytes += o.Bytes
	}
	of.keepLargest(chains)
	return of, nil
}

// keepLargest fills in the chains that lead to the most bytes, in order.
func (of *OfClass) keepLargest(chains map[uint32]*Chain) {
	for _, c := range chains {
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

// longest is how many classes a chain has at most. What follows is one class, cut.
const (
	longest = 30
	cut     = sink.Class(math.MaxUint32)
)

// step is a class in a chain. Chains share their beginnings.
type step struct {
	before uint32 // the step before, 0 for a root
	class  sink.Class
	depth  int
	root   string // the root's words, if before is 0
}

// trie has the chains of all live objects. chain[ref] is the last step of the object's chain, 0
// if the object is not reachable.
type trie struct {
	h     *source.Heap
	steps []step // from 1 up
	next  map[step]uint32
	chain []uint32
}

// newTrie searches the heap by breadth. An object's chain is that of the object from which it was
// found, and its own class.
func newTrie(h *source.Heap) *trie {
	t := &trie{h: h, steps: make([]step, 1), next: map[step]uint32{}}
	classes := make([]sink.Class, h.Granules())
	for ref, o := range h.Foreign.All() {
		classes[ref] = o.Class
	}
	t.chain = byBreadth(h.Heap, func(_ int, root heap.Ref) uint32 { return t.step(step{class: classes[root], root: from(h, root)}) },
		func(chain uint32, to heap.Ref) uint32 { return t.extend(chain, classes[to]) })
	return t
}

// step returns the number of a step.
func (t *trie) step(s step) uint32 {
	n, known := t.next[s]
	if !known {
		n = uint32(len(t.steps))
		t.steps = append(t.steps, s)
		t.next[s] = n
	}
	return n
}

// extend returns the chain with one class more, or its beginning if the class is in it.
func (t *trie) extend(chain uint32, class sink.Class) uint32 {
	if t.steps[chain].class == cut {
		return chain
	}
	for at := chain; at != 0; at = t.steps[at].before {
		if t.steps[at].class == class {
			return at
		}
	}
	depth := t.steps[chain].depth + 1
	if depth == longest {
		class = cut
	}
	return t.step(step{before: chain, class: class, depth: depth})
}

// chainAt returns the chain that ends with a step.
func (t *trie) chainAt(at uint32) *Chain {
	c := &Chain{}
	for ; at != 0; at = t.steps[at].before {
		name := "…"
		if class := t.steps[at].class; class != cut {
			name = t.h.Foreign.Classes()[class]
		}
		c.Classes = append(c.Classes, name)
		c.Root = cmp.Or(t.steps[at].root, c.Root)
	}
	slices.Reverse(c.Classes)
	return c
}
