package godump

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/objects"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// build finds the object of each address and makes the heap.
func (d *decoder) build() (*Dump, error) {
	if err := d.sort(); err != nil {
		return nil, err
	}
	out := &Dump{Params: d.params, index: objects.NewIndex(d.objects)}
	b := heap.NewBuilder(len(d.objects), len(d.edges))
	d.addObjects(b, &out.index)
	d.edges = nil // the builder has its own form of them, and the arena needs the room
	out.offsets = d.offsets
	d.addRoots(b, &out.index)
	h, err := b.Build()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", format, err)
	}
	out.Heap, out.Stats, out.Segments = h, d.stats, d.segments
	d.origins.numbers = nil // for reading only
	out.roots, out.origins = d.roots, d.origins
	d.classify(out)
	out.table = objects.NewTable(h, d.objects)
	return out, nil
}

// classify puts the class of each object in the place of the number of its record.
func (d *decoder) classify(out *Dump) {
	out.classes = d.classes.all
	for i := range d.objects {
		o := &d.objects[i]
		if !d.opts.Classes {
			o.Tag = 0
		} else {
			o.Tag = d.classes.of[o.Tag-1]
		}
	}
}

// sort sorts the objects by address, which a file groups by span, and makes sure that they do
// not overlap.
func (d *decoder) sort() error {
	slices.SortFunc(d.objects, func(a, b objects.Object) int { return cmp.Compare(a.Addr, b.Addr) })
	for i := 1; i < len(d.objects); i++ {
		a, b := &d.objects[i-1], &d.objects[i]
		if b.Addr-a.Addr < a.Bytes {
			return &sink.FormatError{Format: format, Record: fmt.Sprintf("object record %d", b.Tag), Offset: -1,
				Problem: fmt.Sprintf("the %d bytes at %#x overlap those of object record %d, %d bytes at %#x: objects must be apart", b.Bytes, b.Addr, a.Tag, a.Bytes, a.Addr)}
		}
	}
	return nil
}

// addObjects gives the builder all objects in order of address. Of the offsets of pointers
// it leaves those of references. Then the references of object i begin at objects[i].First.
func (d *decoder) addObjects(b *heap.Builder, x *objects.Index) {
	var refs []uint32
	var offsets []uint32
	if d.opts.Offsets {
		offsets = make([]uint32, 0, len(d.offsets)) // never nil
	}
	for i := range d.objects {
		o := &d.objects[i]
		refs = refs[:0]
		pointers := o.First
		o.First = uint64(len(offsets))
		for k, addr := range d.edges[pointers : pointers+uint64(o.Refs)] {
			to, ok := x.Inside(addr)
			if !ok {
				d.stats.NoObject++
				continue
			}
			if d.objects[to].Addr != addr {
				d.stats.Interior++
			}
			refs = append(refs, uint32(to))
			if d.opts.Offsets {
				offsets = append(offsets, d.offsets[pointers+uint64(k)])
			}
		}
		d.stats.Pointers += uint64(len(refs))
		b.Add(objects.Payload(o.Bytes, uint64(len(refs))), refs...)
	}
	d.offsets = offsets
}

// addRoots makes every object a root that a root of the program leads into. Each object
// becomes a root once, in order of address.
func (d *decoder) addRoots(b *heap.Builder, x *objects.Index) {
	d.intoObjects(x)
	for _, obj := range d.objectsAt(x, d.finalized) {
		d.origins.record(Finalizer)
		for _, to := range b.Refs(uint32(obj)) {
			d.stats.RootWords[Finalizer]++
			d.roots = append(d.roots, rootWord{value: uint64(to), at: d.objects[obj].Addr, origin: d.origins.here()})
		}
	}
	slices.SortFunc(d.roots, func(a, b rootWord) int {
		return cmp.Or(cmp.Compare(a.value, b.value), d.origins.compare(a, b))
	})
	for i, w := range d.roots {
		if i == 0 || w.value != d.roots[i-1].value {
			b.Root(uint32(w.value))
		}
	}
}

// objectsAt returns the numbers of the objects at these addresses, each once. It counts
// those that are not there.
func (d *decoder) objectsAt(x *objects.Index, addrs []uint64) []int {
	found := make([]int, 0, len(addrs))
	for _, addr := range addrs {
		if i, ok := x.Inside(addr); ok {
			found = append(found, i)
		} else {
			d.stats.FinalizersOfNoObject++
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
