package heap

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
)

// Plan makes a heap with less memory than a [Builder]. It gives each object its address
// before any reference is known, so the graph needs no room beside the arena. The caller
// names the objects twice:
//
//	Plan.Add      the sizes of each object, in order
//	Plan.Order    another order of address, if there is one
//	Plan.Draft    begins the heap
//	Draft.Add     the references of each object, in the order of the sizes
//	Draft.Heap    returns the heap
//
// A Plan takes 4 bytes for each object beside the arena. The first error stays, and Draft
// returns it. A Plan belongs to one goroutine. The zero value is ready to use.
type Plan struct {
	extent
	address []Ref  // by index
	sizes   uint64 // checksum of all sizes, in the order of the indices
	ordered bool   // Order was called: sizes are no differences of addresses any more
	arena   []byte // for the next draft; nil before it is needed
	err     error
}

// NewPlan returns a Plan with room for so many objects. The number is a hint, as those of
// [NewBuilder] are.
func NewPlan(objects int) *Plan { return &Plan{address: make([]Ref, 0, objects)} }

// Add plans an object with so many bytes of payload and so many references, and returns its
// index. The payload is rounded up to whole granules of 8 bytes. After an error Add returns
// NoObject.
func (p *Plan) Add(payload, refs uint64) uint32 {
	n := p.objects
	size, err := objectSize(n, payload, refs)
	if p.fail(err) {
		return NoObject
	}
	if at, ok := p.add(size); ok {
		p.address = append(p.address, Ref(at))
		p.sizes = addSize(p.sizes, size)
	}
	return uint32(n)
}

// addSize adds a size to a checksum. It is the step of the hash FNV-1a, with 64 bits at
// once.
func addSize(sum, size uint64) uint64 { return (sum ^ size) * 0x100000001b3 }

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

// Order puts the objects into this order of address, which must be a permutation of the
// indices. Call it at most once, after the last Add. It takes effect in the drafts that are
// made afterwards. It takes no memory beside the arena.
func (p *Plan) Order(order iter.Seq[uint32]) error {
	if p.fail(p.check()) {
		return p.err
	}
	if p.ordered {
		p.fail(errors.New("heap: the objects of the plan were put in order before: call Order once"))
		return p.err
	}
	p.ordered = true
	p.takeArena()
	// The new addresses take the place of the old ones. Sizes are differences of old ones, so
	// these move into the arena, which is not needed yet: an object has 8 bytes there at
	// least.
	old := p.arena[:(p.objects+1)*refBytes]
	for i, at := range p.address {
		binary.LittleEndian.PutUint32(old[i*refBytes:], uint32(at))
		p.address[i] = Nil
	}
	binary.LittleEndian.PutUint32(old[p.objects*refBytes:], uint32(p.end())) // 2^32 becomes 0, and differences stay right
	at, k := uint64(1), uint64(0)
	for i := range order {
		if uint64(i) >= p.objects || p.address[i] != Nil {
			p.fail(fmt.Errorf("heap: order is not a permutation: entry %d names object %d of %d twice or beyond the end", k, i, p.objects))
			return p.err
		}
		p.address[i] = Ref(at)
		start := binary.LittleEndian.Uint32(old[uint64(i)*refBytes:])
		at += uint64(binary.LittleEndian.Uint32(old[(uint64(i)+1)*refBytes:]) - start)
		k++
	}
	if k != p.objects {
		p.fail(orderLength(k, p.objects))
	}
	clear(old)
	return p.err
}

func orderLength(entries, objects uint64) error {
	return fmt.Errorf("heap: order has %d entries for %d objects", entries, objects)
}

// takeArena makes sure that there is an arena, all zero.
func (p *Plan) takeArena() {
	if p.arena == nil {
		p.arena = newArena(p.ArenaBytes())
	}
}

// Recycle takes back the arena of h, which a draft of this plan has made, for the next draft.
// Afterwards h is empty. Two orders of a graph therefore need the memory of one heap. The
// error says that h has another size than the plan, or is mapped.
func (p *Plan) Recycle(h *Heap) error {
	if uint64(len(h.arena)) != p.ArenaBytes() || h.mapped {
		return fmt.Errorf("heap: a heap of %d bytes is no draft of a plan of %d bytes", len(h.arena), p.ArenaBytes())
	}
	p.arena = h.arena
	*h = Heap{}
	clear(p.arena)
	return nil
}

// Draft returns an empty draft of the heap that was planned. Its arena takes memory as it is
// filled in. Draft fails after an error, or if the arena would exceed 32 GiB or what this
// platform can address.
func (p *Plan) Draft() (*Draft, error) {
	if p.fail(p.check()) {
		return nil, p.err
	}
	p.takeArena()
	d := &Draft{plan: p, arena: p.arena}
	p.arena = nil
	return d, nil
}
