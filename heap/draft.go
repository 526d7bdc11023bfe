package heap

import (
	"encoding/binary"
	"fmt"
)

// Draft fills in the arena of a [Plan], object by object. A Draft belongs to one
// goroutine. The first error stays, and Heap returns it.
type Draft struct {
	plan  *Plan
	arena []byte
	next  uint64 // index of the next object
	sizes uint64 // checksum of the sizes so far
	edges uint64
	roots []Ref
	err   error
}

// Add fills in the next object: its payload and the indices of the objects to which it
// refers, as for [Builder.Add]. The sizes must be those that were planned.
func (d *Draft) Add(payload uint64, refs ...uint32) {
	if d.err != nil {
		return
	}
	i := d.next
	size, err := objectSize(i, payload, uint64(len(refs)))
	switch {
	case err != nil:
		d.err = err
		return
	case i >= d.plan.objects || uint64(d.plan.address[i])+size > d.plan.end():
		d.err = fmt.Errorf("heap: object %d of %d was not planned with %d references and %d bytes of payload", i, d.plan.objects, len(refs), payload)
		return
	}
	d.sizes = addSize(d.sizes, size)
	d.write(uint64(d.plan.address[i]), size, refs)
	d.next++
}

// write stores the object of so many granules at granule at.
func (d *Draft) write(at, size uint64, refs []uint32) {
	object := d.arena[at*GranuleBytes : (at+size)*GranuleBytes]
	binary.LittleEndian.PutUint64(object, header(uint32(len(refs)), uint32(size)))
	slots := object[GranuleBytes:]
	address := d.plan.address
	for k, target := range refs {
		if target == NoObject {
			continue
		}
		if uint64(target) >= uint64(len(address)) {
			d.err = fmt.Errorf("heap: reference %d of object %d names object %d of %d", k, d.next, target, len(address))
			return
		}
		binary.LittleEndian.PutUint32(slots[k*refBytes:], uint32(address[target]))
		d.edges++
	}
}

// Root makes the object with this index a root. The object may be filled in later.
func (d *Draft) Root(index uint32) {
	switch n := uint64(len(d.plan.address)); {
	case d.err != nil:
	case uint64(index) >= n:
		d.err = fmt.Errorf("heap: root %d names object %d of %d", len(d.roots), index, n)
	default:
		d.roots = append(d.roots, d.plan.address[index])
	}
}

// Heap returns the heap. It fails if not every object was filled in, or if one was filled in
// with another size than was planned. The Draft must not be used afterwards.
func (d *Draft) Heap() (*Heap, error) {
	switch {
	case d.err != nil:
		return nil, d.err
	case d.next != d.plan.objects:
		return nil, fmt.Errorf("heap: %d objects of %d were filled in", d.next, d.plan.objects)
	case d.sizes != d.plan.sizes:
		return nil, fmt.Errorf("heap: the %d objects were filled in with other sizes than were planned", d.next)
	}
	h := &Heap{arena: d.arena, roots: d.roots, objects: d.next, edges: d.edges}
	d.arena, d.roots = nil, nil
	return h, nil
}
