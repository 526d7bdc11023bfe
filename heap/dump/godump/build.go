package godump

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// index finds the object that contains an address. The objects are sorted by address. A
// table over equal ranges of addresses says where to look. It has fewer ranges than
// there are objects. If addresses are spread unevenly, a crowded range costs a longer
// binary search. It never costs more memory, and the answer is always exact.
//
//	table    [0]   [1]   [2]   [3]        n+1 entries for n ranges
//	          │      └──┐   └─┬──┘
//	objects   a b c d    e     f g        range 1 holds e, range 2 nothing
type index struct {
	objects []object
	shift   uint
	table   []uint32 // table[k] is the number of objects before range k
}

// newIndex makes an index of objects. They are sorted and do not overlap.
func newIndex(objects []object) index {
	x := index{objects: objects}
	if len(objects) == 0 {
		return x
	}
	low := objects[0].addr
	span := objects[len(objects)-1].addr - low
	for span>>x.shift > uint64(len(objects)) {
		x.shift++
	}
	x.table = make([]uint32, span>>x.shift+2)
	for i := range objects {
		x.table[(objects[i].addr-low)>>x.shift+1]++
	}
	for k := 1; k < len(x.table); k++ {
		x.table[k] += x.table[k-1]
	}
	return x
}

// find returns the number of the object that contains addr.
func (x *index) find(addr uint64) (int, bool) {
	if len(x.objects) == 0 || addr < x.objects[0].addr {
		return 0, false
	}
	first, end := len(x.objects), len(x.objects)
	if k := (addr - x.objects[0].addr) >> x.shift; k < uint64(len(x.table)-1) {
		first, end = int(x.table[k]), int(x.table[k+1])
	}
	i := first + sort.Search(end-first, func(i int) bool { return x.objects[first+i].addr > addr }) - 1
	o := &x.objects[i]
	return i, addr-o.addr < o.size
}

// build finds the object of each address and makes the heap.
func (d *decoder) build() (*Dump, error) {
	if err := d.sort(); err != nil {
		return nil, err
	}
	out := &Dump{Params: d.params, index: newIndex(d.objects)}
	b := heap.NewBuilder(len(d.objects), len(d.edges))
	d.addObjects(b, &out.index)
	d.edges = nil // the builder has its own form of them, and the arena needs the room
	out.offsets = d.offsets
	d.addRoots(b, &out.index)
	h, err := b.Build()
	if err != nil {
		return nil, fmt.Errorf("go heap dump: %w", err)
	}
	out.Heap, out.Stats, out.Segments = h, d.stats, d.segments
	d.origins.numbers = nil // for reading only
	out.roots, out.origins = d.roots, d.origins
	out.refs = make([]heap.Ref, 0, len(d.objects))
	for _, r := range h.Objects() {
		out.refs = append(out.refs, r)
	}
	return out, nil
}

// sort sorts the objects by address and makes sure that they do not overlap.
func (d *decoder) sort() error {
	slices.SortFunc(d.objects, func(a, b object) int { return cmp.Compare(a.addr, b.addr) })
	for i := 1; i < len(d.objects); i++ {
		a, b := &d.objects[i-1], &d.objects[i]
		if b.addr-a.addr < a.size {
			return &FormatError{Object.String(), uint64(b.ordinal), -1,
				fmt.Sprintf("the %d bytes at %#x overlap those of object record %d, %d bytes at %#x: objects must be apart", b.size, b.addr, a.ordinal, a.size, a.addr), nil}
		}
	}
	return nil
}

// addObjects gives the builder all objects in order of address. Of the offsets of pointers
// it leaves those of references. Then the references of object i begin at objects[i].first.
func (d *decoder) addObjects(b *heap.Builder, x *index) {
	var refs []uint32
	var offsets []uint32
	if d.opts.Offsets {
		offsets = make([]uint32, 0, len(d.offsets)) // never nil
	}
	for i := range d.objects {
		o := &d.objects[i]
		refs = refs[:0]
		pointers := o.first
		o.first = uint64(len(offsets))
		for k, addr := range d.edges[pointers : pointers+uint64(o.refs)] {
			to, ok := x.find(addr)
			if !ok {
				d.stats.NoObject++
				continue
			}
			if d.objects[to].addr != addr {
				d.stats.Interior++
			}
			refs = append(refs, uint32(to))
			if d.opts.Offsets {
				offsets = append(offsets, d.offsets[pointers+uint64(k)])
			}
		}
		d.stats.Pointers += uint64(len(refs))
		b.Add(spacing(o.size, uint64(len(refs))), refs...)
	}
	d.offsets = offsets
}

// spacing returns the payload in bytes that makes an object with so many references as
// large as it was in the program, or as large as SpacingBytes.
func spacing(size, refs uint64) uint64 {
	const slot = heap.GranuleBytes / 2 // two references share a granule
	used := heap.GranuleBytes + (refs+refs%2)*slot
	return max(min(size, SpacingBytes), used) - used
}

// addRoots makes every object a root that a root of the program leads into. Each object
// becomes a root once, in order of address.
func (d *decoder) addRoots(b *heap.Builder, x *index) {
	d.intoObjects(x)
	for _, obj := range d.objectsAt(x, d.finalized) {
		d.origins.record(Finalizer)
		for _, to := range b.Refs(uint32(obj)) {
			d.stats.RootWords[Finalizer]++
			d.roots = append(d.roots, rootWord{value: uint64(to), at: d.objects[obj].addr, origin: d.origins.here()})
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
func (d *decoder) objectsAt(x *index, addrs []uint64) []int {
	found := make([]int, 0, len(addrs))
	for _, addr := range addrs {
		if i, ok := x.find(addr); ok {
			found = append(found, i)
		} else {
			d.stats.FinalizersOfNoObject++
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
