package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/chains"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/heap"
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

// Chain is a root and the classes on the way from there, as package chains has them.
type Chain struct {
	Root    string   `json:"root"`
	Classes []string `json:"classes"`
	Objects uint64   `json:"objects"`
	Bytes   uint64   `json:"bytes"`
	// Example is the first of the objects in order of address.
	Example Object `json:"example"`
}

// LookAtClass finds the chains that lead to the objects of the classes with this name: see chains.New, which says what
// memory it takes. A Go heap dump must have been read with source.Reading.Classes. The error says which names there are.
func LookAtClass(h *source.Heap, name string) (*OfClass, error) {
	table, err := classes.OfFile(h)
	if err != nil {
		return nil, err
	}
	class := slices.Index(table.Names, name)
	if class < 0 {
		return nil, fmt.Errorf("%s has no class %s: %s", h.File, source.Quote(name), meant(table.Names, name, listOf(h, table)))
	}
	t := chains.New(h.Heap, table, func(root heap.Ref) string { return from(h, root) })
	of := &OfClass{Class: name}
	found := map[uint32]*Chain{}
	for ref, o := range table.All {
		if int(o.Class) != class {
			continue
		}
		of.Objects++
		at := t.Of(ref)
		if at == 0 {
			continue
		}
		c := found[at]
		if c == nil {
			c = &Chain{Example: objectAt(h, ref)}
			c.Root, c.Classes = t.Chain(at)
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

// listOf says where the names of classes are listed, or how they look.
func listOf(h *source.Heap, table *classes.Table) string {
	if h.Dump != nil && len(table.Names) > 0 {
		return fmt.Sprintf("the classes of a Go heap dump have names such as %q", table.Names[len(table.Names)-1])
	}
	return "gcbench info lists the largest ones"
}

// meant asks whether the user meant one of the classes that contain the text in some spelling. The shortest come
// first: other spellings of the text itself. If there are none, it is otherwise.
func meant(classes []string, text, otherwise string) string {
	near := slices.DeleteFunc(slices.Sorted(slices.Values(classes)), func(c string) bool {
		return text == "" || !strings.Contains(spelled(c), spelled(text))
	})
	if len(near) == 0 {
		return otherwise
	}
	near = slices.Compact(near)
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return source.DidYouMean(near[:min(len(near), 3)])
}

// spelled is a name in small letters, with dots where languages put other separators.
func spelled(name string) string {
	return strings.NewReplacer("/", ".", "$", ".", "::", ".").Replace(strings.ToLower(name))
}
