package heap

import (
	"math"
	"slices"
)

// NoObject is the nil reference where objects are named by their index.
const NoObject = math.MaxUint32

// Builder collects objects and lays them out as a [Heap]. Objects are named by their index,
// from 0 in the order in which they are added. An object may refer to one that is added
// later.
//
// The first error stays: later calls do nothing, and Build returns it. A Builder belongs to
// one goroutine. The zero value is ready to use.
//
// Until Build the graph takes 2 bytes for each object and 4 for each reference. An object
// with 255 references or more, or with 2 KiB of payload or more, takes some 50 bytes besides.
// A [Plan] needs less.
type Builder struct {
	degrees  counts   // references of each object
	payloads counts   // granules of payload of each object
	refs     []uint32 // the indices of the objects that are referred to, object by object
	samples  []uint64 // where the references of objects 0, refsEvery, 2·refsEvery, ... begin
	roots    []uint32
	err      error
}

// refsEvery is how many objects share a sample of where references begin. The degrees of
// so many objects fill one cache line.
const refsEvery = 64

// NewBuilder returns a Builder with room for so many objects and references, which are then
// added without copying. The numbers are hints, and the Builder grows beyond them. The room
// is allocated at once, so never pass on numbers that an unverified file claims.
func NewBuilder(objects, refs int) *Builder {
	b := &Builder{}
	b.Grow(objects, refs)
	return b
}

// Grow makes room for so many more objects and references, as NewBuilder does.
func (b *Builder) Grow(objects, refs int) {
	b.degrees.small = slices.Grow(b.degrees.small, objects)
	b.payloads.small = slices.Grow(b.payloads.small, objects)
	b.samples = slices.Grow(b.samples, objects/refsEvery+1)
	b.refs = slices.Grow(b.refs, refs)
}

// Add appends an object with so many bytes of payload and the given references, and returns
// its index. The payload is rounded up to whole granules of 8 bytes. Each reference is the
// index of an object, which may be added later, or NoObject for nil. After an error Add
// returns NoObject.
func (b *Builder) Add(payload uint64, refs ...uint32) uint32 {
	n := uint64(b.Len())
	if b.err != nil {
		return NoObject
	}
	size, err := objectSize(n, payload, uint64(len(refs)))
	if err != nil {
		b.err = err
		return NoObject
	}
	if n%refsEvery == 0 {
		b.samples = append(b.samples, uint64(len(b.refs)))
	}
	b.degrees.append(uint32(len(refs)))
	b.payloads.append(uint32(size - 1 - refGranules(uint64(len(refs)))))
	b.refs = append(b.refs, refs...)
	return uint32(n)
}

// Root makes the object with this index a root. The object may be added later.
func (b *Builder) Root(index uint32) {
	if b.err == nil {
		b.roots = append(b.roots, index)
	}
}

// Len returns the number of objects that were added.
func (b *Builder) Len() int { return len(b.degrees.small) }

// Refs returns the references of object i, as indices of objects. The caller may change them
// in place until Build, for example to close a cycle. Refs panics if there is no object i.
func (b *Builder) Refs(i uint32) []uint32 {
	first := i / refsEvery * refsEvery
	at := b.samples[i/refsEvery]
	for k := first; k < i; k++ {
		at += uint64(b.degrees.at(k))
	}
	end := at + uint64(b.degrees.at(i))
	return b.refs[at:end:end]
}

// Build lays the objects out in the order in which they were added. It fails if a reference
// or a root names no object, or if the arena would exceed 32 GiB or what this platform can
// address. While it runs, it takes a [Plan] and the arena besides. The caller may go on to
// add objects, and build again.
func (b *Builder) Build() (*Heap, error) { return b.BuildOrdered(nil) }

// BuildOrdered is Build with the objects in the given order of address: a permutation of the
// indices. A nil order is the order in which the objects were added.
func (b *Builder) BuildOrdered(order []uint32) (*Heap, error) {
	plan, err := b.plan(order)
	if err != nil {
		return nil, err
	}
	d, err := plan.Draft()
	if err != nil {
		return nil, err
	}
	at := uint64(0)
	for i := range uint32(b.Len()) {
		end := at + uint64(b.degrees.at(i))
		d.Add(uint64(b.payloads.at(i))*GranuleBytes, b.refs[at:end]...)
		at = end
	}
	for _, r := range b.roots {
		d.Root(r)
	}
	return d.Heap()
}

// plan gives every object its address.
func (b *Builder) plan(order []uint32) (*Plan, error) {
	if b.err != nil {
		return nil, b.err
	}
	if order != nil && len(order) != b.Len() {
		return nil, orderLength(uint64(len(order)), uint64(b.Len()))
	}
	p := NewPlan(b.Len())
	for i := range uint32(b.Len()) {
		p.Add(uint64(b.payloads.at(i))*GranuleBytes, uint64(b.degrees.at(i)))
	}
	if order == nil {
		return p, nil
	}
	return p, p.Order(slices.Values(order))
}
