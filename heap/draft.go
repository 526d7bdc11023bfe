package heap

import (
	"encoding/binary"
	"fmt"
)

// Draft fills in the arena of a [Plan], object by object. The first error stays, and Heap
// returns it. A Draft belongs to one goroutine.
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
	slots := d.begin(payload, len(refs))
	if d.err != nil {
		return
	}
	address, edges := d.plan.address, uint64(0)
	for k, target := range refs {
		if target == NoObject {
			continue
		}
		if uint64(target) >= uint64(len(address)) {
			d.err = fmt.Errorf("heap: reference %d of object %d names object %d of %d", k, d.next-1, target, len(address))
			return
		}
		binary.LittleEndian.PutUint32(slots[k*refBytes:], uint32(address[target]))
		edges++
	}
	d.edges += edges
}

// SetRef makes reference k of object i lead to the object with index target. Object i must
// have been filled in, with nil as reference k.
func (d *Draft) SetRef(i, k, target uint32) {
	address := d.plan.address
	switch n := uint64(len(address)); {
	case d.err != nil:
		return
	case uint64(i) >= d.next:
		d.err = fmt.Errorf("heap: object %d was not filled in before its reference %d was set", i, k)
		return
	case uint64(target) >= n:
		d.err = fmt.Errorf("heap: reference %d of object %d names object %d of %d", k, i, target, n)
		return
	}
	object := d.arena[uint64(address[i])*GranuleBytes:]
	if refs := uint32(binary.LittleEndian.Uint64(object)); k >= refs {
		d.err = fmt.Errorf("heap: reference %d of object %d was set: it has %d", k, i, refs)
		return
	}
	binary.LittleEndian.PutUint32(object[GranuleBytes+uint64(k)*refBytes:], uint32(address[target]))
	d.edges++
}

// begin stores the header of the next object. It returns the bytes behind the header.
func (d *Draft) begin(payload uint64, refs int) []byte {
	if d.err != nil {
		return nil
	}
	i := d.next
	size, err := objectSize(i, payload, uint64(refs))
	switch {
	case err != nil:
		d.err = err
		return nil
	case i >= d.plan.objects || uint64(d.plan.address[i])+size > d.plan.end():
		d.err = fmt.Errorf("heap: object %d of %d was not planned with %d references and %d bytes of payload", i, d.plan.objects, refs, payload)
		return nil
	}
	d.next++
	d.sizes = addSize(d.sizes, size)
	at := uint64(d.plan.address[i])
	object := d.arena[at*GranuleBytes : (at+size)*GranuleBytes]
	binary.LittleEndian.PutUint64(object, header(uint32(refs), uint32(size)))
	return object[GranuleBytes:]
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
