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
	start uint64 // where the next object would start in the order of index
	edges uint64
	roots []Ref
	err   error
}

// Draft returns an empty draft of the heap that was planned. Its arena takes memory as it
// is filled in. Draft fails if there was an error, or if the arena would exceed 32 GiB,
// or what this platform can address.
func (p *Plan) Draft() (*Draft, error) {
	if p.fail(p.check()) {
		return nil, p.err
	}
	return &Draft{plan: p, arena: newArena(p.ArenaBytes()), start: 1}, nil
}

// DraftOver is Draft in the arena of h, which a draft of this plan has made. Afterwards h
// is empty. So two orders of a graph never take memory at once.
func (p *Plan) DraftOver(h *Heap) (*Draft, error) {
	if p.fail(p.check()) {
		return nil, p.err
	}
	if uint64(len(h.arena)) != p.ArenaBytes() || h.mapped {
		return nil, fmt.Errorf("heap: a heap of %d bytes is no draft of a plan of %d bytes", len(h.arena), p.ArenaBytes())
	}
	arena := h.arena
	*h = Heap{}
	clear(arena)
	return &Draft{plan: p, arena: arena, start: 1}, nil
}

// Add fills in the next object: its payload and the indices of the objects to which it
// refers, as for [Builder.Add]. The sizes must be those that were planned.
func (d *Draft) Add(payload uint64, refs ...uint32) {
	if d.err != nil {
		return
	}
	i, p := d.next, d.plan
	size, err := objectSize(i, payload, uint64(len(refs)))
	if err != nil {
		d.err = err
		return
	}
	end := d.start + size
	if i >= p.objects || p.starts.after(d.start, p.end()) != end {
		d.err = fmt.Errorf("heap: object %d of %d was not planned with %d references and %d bytes of payload", i, p.objects, len(refs), payload)
		return
	}
	at := d.start
	if p.address != nil {
		at = uint64(p.address[i])
	}
	d.write(at, size, refs)
	d.next, d.start = i+1, end
}

// write stores the object of so many granules at granule at.
func (d *Draft) write(at, size uint64, refs []uint32) {
	object := d.arena[at*GranuleBytes : (at+size)*GranuleBytes]
	binary.LittleEndian.PutUint64(object, header(uint32(len(refs)), uint32(size)))
	slots := object[GranuleBytes:]
	for k, target := range refs {
		if target == NoObject {
			continue
		}
		if uint64(target) >= d.plan.objects {
			d.err = fmt.Errorf("heap: reference %d of object %d names object %d of %d", k, d.next, target, d.plan.objects)
			return
		}
		binary.LittleEndian.PutUint32(slots[k*refBytes:], uint32(d.plan.Ref(target)))
		d.edges++
	}
}

// Root makes the object with this index a root. The object may be filled in later.
func (d *Draft) Root(index uint32) {
	switch n := d.plan.objects; {
	case d.err != nil:
	case uint64(index) >= n:
		d.err = fmt.Errorf("heap: root %d names object %d of %d", len(d.roots), index, n)
	default:
		d.roots = append(d.roots, d.plan.Ref(index))
	}
}

// Heap returns the heap. It fails if not every planned object was filled in. The Draft
// must not be used afterwards.
func (d *Draft) Heap() (*Heap, error) {
	if d.err == nil && d.next != d.plan.objects {
		d.err = fmt.Errorf("heap: %d objects of %d were filled in", d.next, d.plan.objects)
	}
	if d.err != nil {
		return nil, d.err
	}
	h := &Heap{arena: d.arena, roots: d.roots, objects: d.next, edges: d.edges}
	d.arena, d.roots = nil, nil
	return h, nil
}
