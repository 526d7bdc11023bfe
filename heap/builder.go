package heap

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// NoObject stands for a nil reference where objects are named by index.
const NoObject = math.MaxUint32

// Builder collects an object graph and lays it out as a Heap. Objects are
// named by index, in the order in which they are added, so an object may
// refer to one that comes later. The graph is kept as adjacency arrays: 12
// bytes an object and 4 a reference until Build.
//
// Errors stick: once a limit is exceeded Build reports it and the other calls
// do nothing. A Builder belongs to one goroutine. The zero value is ready.
type Builder struct {
	start   []uint64 // start[i] is where the references of object i begin
	payload []uint32 // granules of payload of object i
	refs    []uint32 // references of all objects, by index
	roots   []uint32
	err     error
}

// NewBuilder returns a Builder with room for the given numbers of objects and
// references, so that large heaps are built without copying. They are hints:
// never pass on what an unverified file claims.
func NewBuilder(objects, refs int) *Builder {
	return &Builder{
		start:   make([]uint64, 0, objects),
		payload: make([]uint32, 0, objects),
		refs:    make([]uint32, 0, refs),
	}
}

// Add appends an object with payload bytes of payload (rounded up to whole
// granules) and the given references, and returns its index. NoObject is a
// nil reference. The references are checked by Build.
func (b *Builder) Add(payload uint64, refs ...uint32) uint32 {
	n := len(b.start)
	granules := payload/GranuleBytes + (payload%GranuleBytes+GranuleBytes-1)/GranuleBytes
	switch {
	case b.err != nil:
		return NoObject
	case uint64(n) >= MaxObjects:
		b.err = fmt.Errorf("heap: more than %d objects: a Ref has 32 bits", uint64(MaxObjects))
		return NoObject
	case 1+refGranules(uint64(len(refs)))+granules > math.MaxUint32:
		b.err = fmt.Errorf("heap: object %d with %d references and %d bytes of payload does not fit: an object has at most %d granules of %d bytes",
			n, len(refs), payload, uint32(math.MaxUint32), GranuleBytes)
		return NoObject
	}
	b.start = append(b.start, uint64(len(b.refs)))
	b.payload = append(b.payload, uint32(granules))
	b.refs = append(b.refs, refs...)
	return uint32(n)
}

// Root makes the object with this index a root. It may be added later.
func (b *Builder) Root(index uint32) {
	if b.err == nil {
		b.roots = append(b.roots, index)
	}
}

// Len returns the number of objects added.
func (b *Builder) Len() int { return len(b.start) }

// Refs returns the references of object i, by index. They may be changed in
// place until Build, which is how a generator closes cycles.
func (b *Builder) Refs(i uint32) []uint32 {
	end := uint64(len(b.refs))
	if int(i)+1 < len(b.start) {
		end = b.start[i+1]
	}
	return b.refs[b.start[i]:end:end]
}

// Roots returns the indices of the roots added so far.
func (b *Builder) Roots() []uint32 { return b.roots }

// Build lays the objects out in the order in which they were added. It fails
// if a reference or a root names no object, or if the arena would exceed 32
// GiB or what this platform can address. The Builder may be used again.
func (b *Builder) Build() (*Heap, error) { return b.BuildOrdered(nil) }

// BuildOrdered is Build with the objects in the given order of address: a
// permutation of the indices. Nil is the order in which they were added.
func (b *Builder) BuildOrdered(order []uint32) (*Heap, error) {
	if b.err != nil {
		return nil, b.err
	}
	address, granules, err := b.place(order)
	if err != nil {
		return nil, err
	}
	h := &Heap{arena: newArena(granules * GranuleBytes), objects: uint64(len(b.start))}
	for i := range b.start {
		if err := b.write(h, uint32(i), address); err != nil {
			return nil, err
		}
	}
	h.roots = make([]Ref, len(b.roots))
	for i, r := range b.roots {
		if int64(r) >= int64(len(address)) {
			return nil, fmt.Errorf("heap: root %d names object %d of %d", i, r, len(address))
		}
		h.roots[i] = address[r]
	}
	return h, nil
}

// place gives every object its address and returns the arena's length.
func (b *Builder) place(order []uint32) (address []Ref, granules uint64, err error) {
	n := len(b.start)
	if order != nil && len(order) != n {
		return nil, 0, fmt.Errorf("heap: order has %d entries for %d objects", len(order), n)
	}
	address = make([]Ref, n)
	at := uint64(1)
	for k := range n {
		i := uint32(k)
		if order != nil {
			i = order[k]
		}
		if int64(i) >= int64(n) || address[i] != Nil {
			return nil, 0, fmt.Errorf("heap: order is not a permutation: entry %d names object %d of %d twice or beyond the end", k, i, n)
		}
		if at < MaxGranules {
			address[i] = Ref(at)
		}
		at += 1 + refGranules(uint64(len(b.Refs(i)))) + uint64(b.payload[i])
		if at > MaxGranules || at*GranuleBytes > math.MaxInt {
			return nil, 0, fmt.Errorf("heap: the arena exceeds %d bytes at object %d of %d: %s",
				uint64(min(MaxGranules*GranuleBytes, math.MaxInt)), k, n, arenaLimit())
		}
	}
	return address, at, nil
}

// arenaLimit says what bounds the arena here.
func arenaLimit() string {
	if math.MaxInt < MaxGranules*GranuleBytes {
		return "a 32-bit platform addresses no more; use a 64-bit one or fewer objects"
	}
	return "32-bit references to 8-byte granules reach 32 GiB; use fewer or smaller objects"
}

// write stores object i at its address.
func (b *Builder) write(h *Heap, i uint32, address []Ref) error {
	refs := b.Refs(i)
	size := 1 + refGranules(uint64(len(refs))) + uint64(b.payload[i])
	at := uint64(address[i]) * GranuleBytes
	binary.LittleEndian.PutUint64(h.arena[at:], header(uint32(len(refs)), uint32(size)))
	slots := h.arena[at+GranuleBytes:]
	for k, target := range refs {
		if target == NoObject {
			continue
		}
		if int64(target) >= int64(len(address)) {
			return fmt.Errorf("heap: reference %d of object %d names object %d of %d", k, i, target, len(address))
		}
		binary.LittleEndian.PutUint32(slots[k*refBytes:], uint32(address[target]))
		h.edges++
	}
	return nil
}

// Grow makes room for more objects and references, as NewBuilder does.
func (b *Builder) Grow(objects, refs int) {
	b.start = slices.Grow(b.start, objects)
	b.payload = slices.Grow(b.payload, objects)
	b.refs = slices.Grow(b.refs, refs)
}
