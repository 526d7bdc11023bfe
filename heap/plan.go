package heap

import (
	"fmt"
	"iter"
)

// Plan gives each object of a heap its address before anybody knows its references. So a
// caller who can name the objects twice needs no room for the graph beside the arena:
//
//	sizes        Plan.Add      each object, in order
//	addresses    Plan.Order    unless objects lie in the order in which they were added
//	references   Draft.Add     each object, in the same order as the sizes
//	heap         Draft.Heap
//
// A [Builder] is for callers who name each object once.
//
// A Plan takes one bit for each granule of the arena and one bit for each object. With
// an order it takes 4 bytes more for each object. The first error stays, and Draft
// returns it. A Plan belongs to one goroutine. The zero value is ready to use.
type Plan struct {
	extent
	starts  starts // in the order in which objects were added
	address []Ref  // by index; nil if objects lie in the order in which they were added
	err     error
}

// NewPlan returns a Plan with room for so many objects in so many bytes. The numbers are
// hints, as those of [NewBuilder] are.
func NewPlan(objects, bytes uint64) *Plan {
	return &Plan{starts: newStarts(objects, bytes/GranuleBytes)}
}

// Add plans an object with so many bytes of payload and so many references. The payload
// is rounded up to whole granules of 8 bytes. Add returns the object's index, or
// NoObject after an error.
func (p *Plan) Add(payload, refs uint64) uint32 {
	n := p.objects
	size, err := objectSize(n, payload, refs)
	if p.fail(err) {
		return NoObject
	}
	if at, ok := p.add(size); ok {
		p.starts.add(at)
	}
	return uint32(n)
}

// fail keeps the first error. It says whether there is one.
func (p *Plan) fail(err error) bool {
	if p.err == nil {
		p.err = err
	}
	return p.err != nil
}

// Len returns the number of objects that were planned.
func (p *Plan) Len() int { return int(p.objects) }

// ArenaBytes returns the length of the arena in bytes.
func (p *Plan) ArenaBytes() uint64 { return p.end() * GranuleBytes }

// Order puts the objects in this order of address. The sequence must be a permutation of
// the indices. Call Order after the last Add and before Draft.
func (p *Plan) Order(order iter.Seq[uint32]) error {
	if p.fail(p.check()) {
		return p.err
	}
	p.address = make([]Ref, p.objects)
	at, k := uint64(1), uint64(0)
	for i := range order {
		if uint64(i) >= p.objects || p.address[i] != Nil {
			p.fail(fmt.Errorf("heap: order is not a permutation: entry %d names object %d of %d twice or beyond the end", k, i, p.objects))
			return p.err
		}
		p.address[i] = Ref(at)
		at += p.size(i)
		k++
	}
	if k != p.objects {
		p.fail(orderLength(k, p.objects))
	}
	return p.err
}

func orderLength(entries, objects uint64) error {
	return fmt.Errorf("heap: order has %d entries for %d objects", entries, objects)
}

// size returns how many granules object i has.
func (p *Plan) size(i uint32) uint64 {
	end := p.end()
	if uint64(i)+1 < p.objects {
		end = uint64(p.starts.at(i + 1))
	}
	return end - uint64(p.starts.at(i))
}

// Ref returns the address of object i. There must be an object i. Call it after the last
// Add, and after Order.
func (p *Plan) Ref(i uint32) Ref {
	if p.address != nil {
		return p.address[i]
	}
	return p.starts.at(i)
}
