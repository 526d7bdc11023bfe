package growth

import (
	"cmp"
	"io"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/chains"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// listed is how many chains a class has in the report.
const listed = 3

// suspicious says of a class which of its live objects in the last dump are to be explained: those that are new and have
// stayed. Without identity all are. Of two dumps, A keeps the ids of all its objects; of three, B those of the new ones.
func (g *Growth) suspicious(class string) func(id uint64) bool {
	if g.identity.of == "" {
		return func(uint64) bool { return true }
	}
	kept := g.taken[g.dumps-2].of(class).ids
	return func(id uint64) bool { return kept.has(id) == (g.dumps == 3) }
}

// hanging are the suspicious objects of a class on one chain.
type hanging struct {
	schema.Amount
	first heap.Ref
}

// place is a class and a chain. The chain nearly always ends with the class, but not if it is cut.
type place struct{ class, chain uint32 }

// hangings are where the suspicious objects of these classes hang.
func (g *Growth) hangings(classes []schema.DiffClass) (*chains.Trie, map[place]*hanging) {
	v := g.last
	suspicious := make([]func(id uint64) bool, len(v.table.Names))
	for i := range classes {
		if class := v.class(classes[i].Class); class >= 0 {
			suspicious[class] = g.suspicious(classes[i].Class)
		}
	}
	trie := chains.New(v.Heap.Heap, v.table, v.rootWords)
	found := map[place]*hanging{}
	for ref, o := range v.table.All {
		if is := suspicious[o.Class]; is == nil || !v.live.Has(ref) || !is(o.ID) {
			continue
		}
		at := place{o.Class, trie.Of(ref)}
		if found[at] == nil {
			found[at] = &hanging{first: ref}
		}
		found[at].Add(o.Bytes)
	}
	return trie, found
}

// rootWords says what holds a root. A root of which the file says nothing is one of many.
func (v *view) rootWords(root heap.Ref) string { return cmp.Or(v.Holder(root), "a root") }

// hang fills in the chains of classes.
func (g *Growth) hang(classes []schema.DiffClass) {
	trie, found := g.hangings(classes)
	byClass := map[string][]place{}
	for at := range found {
		name := g.last.table.Names[at.class]
		byClass[name] = append(byClass[name], at)
	}
	for i := range classes {
		c := &classes[i]
		places := byClass[c.Class]
		slices.SortFunc(places, func(a, b place) int {
			x, y := found[a], found[b]
			return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), cmp.Compare(y.Objects, x.Objects), cmp.Compare(x.first, y.first))
		})
		c.Others = max(0, len(places)-listed)
		for _, at := range places[:len(places)-c.Others] {
			chain := schema.DiffChain{Amount: found[at].Amount, Example: g.last.Text(g.last.Number(found[at].first))}
			chain.Root, chain.Classes = trie.Chain(at.chain)
			c.Chains = append(c.Chains, chain)
		}
	}
}

// Folded writes the chains of the suspicious objects of all suspected classes as folded stacks: the root, the classes, and the bytes on the
// chain.
func (g *Growth) Folded(w io.Writer) error {
	stacks := chains.Folded{}
	if all, _ := g.suspects(); len(all) > 0 {
		trie, found := g.hangings(all)
		for at, h := range found {
			root, classes := trie.Chain(at.chain)
			stacks.Add(append([]string{root}, classes...), h.Bytes)
		}
	}
	return stacks.Write(w)
}
