package shape

import "github.com/seed-3ccf4018/halfmark/heap"

// program looks like the heap of a program in a language with classes: a compiler, a
// bundler or a page in a browser. docs/results/gallery.md has the figures of such heaps.
// Each object refers to its class, and a third of all objects have the same one. Small
// groups of objects lie side by side and refer to one another. A few arrays are huge.
// One thin chain goes on for long after the rest.
//
//	class ←─ every object         group g, 8 objects side by side:
//	  │ statics
//	  ↓                           leader ─→ list ─→ link ─→ leader of group 3g+1
//	groups, arrays                  │         ├───→ link ─→ leader of group 3g+2
//	                                │         └───→ link ─→ leader of group 3g+3
//	chain: 127 → 255 → 383 …        ├─→ pair ─→ text
//	                                └─→ value
//
// The groups are a tree with three children each. The last object of one group in 128 is
// no text but a node of the chain. References that the tree does not need lead to a
// neighbour, or to any object, in turn by chance.

const (
	programClasses = 256  // the most classes; a heap has one for 64 objects
	programArrays  = 16   // arrays of a heap that has enough objects
	programGroup   = 8    // objects of a group
	programChain   = 128  // one group in so many has a node of the chain
	programStatics = 8    // references of a class
	programLeast   = 4096 // live objects from which on there are arrays
	// An array has an element for one live object in so many. An array hangs on the leader
	// of one of the groups from the first such group on.
	programElements, programFirst = 128, 40
)

// The places of a group's objects.
const (
	leader, listed, pair, value, link, text = 0, 1, 2, 3, 4, 7
)

var program = Shape{
	Name:    "program",
	Doc:     "objects with classes: popular classes, small groups side by side, huge arrays, a thin chain",
	Params:  "As many roots as classes, at most 256; 3.3 references on average, one of them to the class, and about half of the others to a neighbour; 0 to 120 bytes of payload; span: a chain of one live object in 1,024.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 37, beside: 2,
	mutate: func(m *mutator) {
		p := objects{m, layoutOf(m.live)}
		for k := range p.classes {
			p.class(k)
		}
		for k := range p.arrays {
			p.array(k)
		}
		for k := p.first(); k < m.live; k++ {
			p.member(k)
		}
	},
}

// programLayout says how many objects of each kind there are.
type programLayout struct{ live, classes, arrays, elements uint64 }

func layoutOf(live uint64) programLayout {
	l := programLayout{live: live, classes: min(max(live/64, 1), programClasses, live)}
	if live >= programLeast {
		l.arrays, l.elements = programArrays, live/programElements
	}
	return l
}

// first is the first live object that belongs to a group.
func (l programLayout) first() uint64 { return l.classes + l.arrays }

// objects adds the objects of a heap.
type objects struct {
	*mutator
	programLayout
}

// class adds class k. It is a root. Class 0 refers to the first group.
func (p objects) class(k uint64) {
	p.root(k)
	var refs [programStatics]uint32
	refs[0] = p.at(p.rng.below(k + 1)) // its superclass
	for i := range refs[1:] {
		refs[i+1] = p.any()
	}
	if k == 0 {
		refs[1] = p.to(p.first())
	}
	p.add(32, refs[:]...)
}

// array adds an array whose elements are any objects.
func (p objects) array(uint64) {
	refs := make([]uint32, 1+p.elements)
	refs[0] = p.its()
	for i := range refs[1:] {
		refs[i+1] = p.any()
	}
	p.add(8, refs...)
}

// its returns a class: class 0 for one object in three, and else one of the first classes
// more often than one of the last.
func (p objects) its() uint32 {
	if p.rng.below(3) == 0 {
		return p.at(0)
	}
	return p.at(p.rng.below(p.rng.below(p.classes) + 1))
}

// any returns any live object but a node of the chain.
func (p objects) any() uint32 { return p.unchained(p.rng.below(p.live)) }

// unchained returns live object k, or the one before it if k is a node of the chain: only the
// chain leads to its nodes, so that it stays thin. It is nil if there is no object k.
func (p objects) unchained(k uint64) uint32 {
	if k >= p.first() && (k-p.first())%programGroup == text && inChain((k-p.first())/programGroup) {
		k--
	}
	return p.to(k)
}

// inChain says whether the last object of group g is a node of the chain.
func inChain(g uint64) bool { return g%programChain == programChain-1 }

// near returns a live object within two groups of object k, or any, by chance.
func (p objects) near(k uint64) uint32 {
	const reach = 2 * programGroup
	if p.rng.below(2) == 0 {
		return p.any()
	}
	return p.unchained(k - min(k, reach) + p.rng.below(2*reach))
}

// member adds live object k, which has its place in a group.
func (p objects) member(k uint64) {
	g, place := (k-p.first())/programGroup, (k-p.first())%programGroup
	mate := func(place uint64) uint32 { return p.to(p.first() + g*programGroup + place) }
	child := func(n uint64) uint32 { return p.to(p.first() + (3*g+n)*programGroup) }
	refs := append(make([]uint32, 0, 6), p.its())
	switch payload := uint64(heap.GranuleBytes); place {
	case leader:
		refs = append(refs, mate(listed), mate(pair), mate(value))
		if a := g - programFirst; a < p.arrays { // g below programFirst wraps
			refs = append(refs, p.at(p.classes+a))
		}
		p.add(payload, append(refs, p.near(k))...)
	case listed:
		p.add(payload, append(refs, mate(link), mate(link+1), mate(link+2))...)
	case pair:
		first := !inChain(g) || g < programChain // another node of the chain has one before it
		p.add(payload, append(refs, p.toIf(first, p.first()+g*programGroup+text), p.near(k), p.near(k))...)
	case value:
		p.add(p.rng.below(8)*payload, append(refs, p.near(k), p.near(k))...)
	case text:
		p.last(k, g, refs)
	default: // a link
		p.add(0, append(refs, child(place-link+1), p.near(k))...)
	}
}

// last adds the last object of group g: a text, or a node of the chain.
func (p objects) last(k, g uint64, refs []uint32) {
	if inChain(g) {
		p.add(heap.GranuleBytes, append(refs, p.to(k+programChain*programGroup))...)
		return
	}
	p.add(p.rng.below(16)*heap.GranuleBytes, refs...)
}
