package shard

import (
	"iter"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// cut says which object belongs to which part. Of P parts and G granules, an object at
// address a belongs to part ⌊(a-1)·P/G⌋. Parts are therefore ranges of addresses of about equal
// bytes, and a part is found without a search:
//
//	addresses   1 ······· 1+G/P ······· 1+2G/P ······· 1+G
//	objects     [a][b    ][c ][d          ][e][f    ]
//	            part 0     part 1          part 2          an object belongs where it begins
//
// Invariants:
//
//	C1  Each object belongs to one part. A part has at most one object that ends beyond
//	    its range, so it exceeds G/P granules by less than one object.
//	C2  The objects of a part lie back to back, and the parts follow one another in the
//	    order of addresses. Part p therefore begins at base[p], and the object at address a of
//	    part p has the Ref a-base[p]+1 there.
//	C3  A part in whose range no object begins is empty: base[p] = base[p+1].
type cut struct {
	*order
	parts    uint64
	granules uint64   // of all objects
	base     []uint64 // where each part begins, and where the last one ends
	first    []uint64 // how many objects there are before each part, and how many in all
}

// newCut cuts an order into so many parts.
func newCut(o *order, parts int) *cut {
	c := &cut{order: o, parts: uint64(parts), granules: o.h.Granules() - 1}
	at, n := uint64(1), uint64(0)
	for obj := range o.objects() {
		for part := c.part(at); len(c.base) <= part; {
			c.begin(at, n)
		}
		_, size, _ := o.h.Object(obj)
		at += uint64(size)
		n++
	}
	for len(c.base) <= parts {
		c.begin(at, n)
	}
	return c
}

// begin notes where the next part begins.
func (c *cut) begin(at, n uint64) { c.base, c.first = append(c.base, at), append(c.first, n) }

// part returns the part to which the object at an address belongs.
func (c *cut) part(at uint64) int { return int((at - 1) * c.parts / c.granules) }

// message names the object at an address.
func (c *cut) message(at uint64) Message {
	part := c.part(at)
	return MessageTo(part, heap.Ref(at-c.base[part]+1))
}

// own returns the granules of a part's own objects, with granule 0.
func (c *cut) own(part int) uint64 { return c.base[part+1] - c.base[part] + 1 }

// objectsOf iterates over the objects of a part, in order.
func (c *cut) objectsOf(part int) iter.Seq[heap.Ref] {
	if c.refs != nil {
		return slices.Values(c.refs[c.first[part]:c.first[part+1]])
	}
	return func(yield func(heap.Ref) bool) {
		for at := c.base[part]; at < c.base[part+1]; { // in order of allocation an address is a Ref
			_, size, ok := c.h.Object(heap.Ref(at))
			if !ok || !yield(heap.Ref(at)) {
				return
			}
			at += uint64(size)
		}
	}
}

// crossing iterates over the references of an object that lead to another part, as addresses.
func (c *cut) crossing(obj heap.Ref, part int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for _, to := range c.h.Refs(obj) {
			if to == heap.Nil {
				continue
			}
			if at := c.at(to); c.part(at) != part && !yield(at) {
				return
			}
		}
	}
}
