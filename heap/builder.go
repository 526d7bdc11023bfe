package heap

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// NoObject is the nil reference where objects are named by their index.
const NoObject = math.MaxUint32

// Builder collects an object graph and lays it out as a Heap. Objects are named by their
// index, in the order in which they are added. An object may refer to an object that is
// added later. Until Build the graph takes 12 bytes for each object and 4 for each
// reference.
//
// The first error stays. When a limit is exceeded, the later calls do nothing, and Build
// returns the error. A Builder belongs to one goroutine. The zero value is ready to use.
type Builder struct {
	start   []uint64 // start[i] is where the references of object i begin
	payload []uint32 // granules of payload of object i
	refs    []uint32 // the indices of the objects that are referred to, object by object
	roots   []uint32
	err     error
}

// NewBuilder returns a Builder with room for so many objects and references. So a large
// heap is built without copying. The numbers are hints, and the Builder grows beyond
// them. Never pass on numbers that an unverified file claims: NewBuilder allocates that
// much at once.
func NewBuilder(objects, refs int) *Builder {
	return &Builder{
		start:   make([]uint64, 0, objects),
		payload: make([]uint32, 0, objects),
		refs:    make([]uint32, 0, refs),
	}
}

// Add appends an object with the given references and so many bytes of payload, and
// returns the object's index. The payload is rounded up to whole granules of 8 bytes.
// Each reference is the index of an object, or NoObject for nil. Build checks the
// references, so they may name objects that are added later. After an error Add returns
// NoObject.
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

// Root makes the object with this index a root. The object may be added later.
func (b *Builder) Root(index uint32) {
	if b.err == nil {
		b.roots = append(b.roots, index)
	}
}

// Len returns the number of objects that were added.
func (b *Builder) Len() int { return len(b.start) }

// Refs returns the references of object i, as indices of objects. The caller may change
// them in place until Build. So a generator can close a cycle: it adds an object with
// NoObject and fills in the reference later. Refs panics if there is no object i.
func (b *Builder) Refs(i uint32) []uint32 {
	end := uint64(len(b.refs))
	if int(i)+1 < len(b.start) {
		end = b.start[i+1]
	}
	return b.refs[b.start[i]:end:end]
}

// Roots returns the indices of the roots that were added so far.
func (b *Builder) Roots() []uint32 { return b.roots }

// Build lays the objects out in the order in which they were added. It fails if a
// reference or a root names no object. It also fails if the arena would exceed 32 GiB,
// or what this platform can address. The caller may go on to use the Builder, also to
// build again.
func (b *Builder) Build() (*Heap, error) { return b.BuildOrdered(nil) }

// BuildOrdered is Build with the objects in the given order of address. The order must
// be a permutation of the indices. A nil order is the order in which the objects were
// added.
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

// place gives every object its address. It returns the arena's length in granules.
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

// arenaLimit says what bounds the arena on this platform.
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

// Grow makes room for so many more objects and references, as NewBuilder does.
func (b *Builder) Grow(objects, refs int) {
	b.start = slices.Grow(b.start, objects)
	b.payload = slices.Grow(b.payload, objects)
	b.refs = slices.Grow(b.refs, refs)
}
