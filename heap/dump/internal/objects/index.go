package objects

import "sort"

// Index finds the object at an address. The objects are sorted by address. A table over
// equal ranges of addresses says where to look. It has fewer ranges than there are objects.
// If addresses are spread unevenly, a crowded range costs a longer binary search. It never
// costs more memory, and the answer is always exact.
//
//	table    [0]   [1]   [2]   [3]        n+1 entries for n ranges
//	          │      └──┐   └─┬──┘
//	objects   a b c d    e     f g        range 1 holds e, range 2 nothing
type Index struct {
	objects []Object
	shift   uint
	table   []uint32 // table[k] is the number of objects before range k
}

// NewIndex makes an index of objects. They are sorted by address, and no two have the same.
func NewIndex(objects []Object) Index {
	x := Index{objects: objects}
	if len(objects) == 0 {
		return x
	}
	low := objects[0].Addr
	span := objects[len(objects)-1].Addr - low
	for span>>x.shift > uint64(len(objects)) {
		x.shift++
	}
	x.table = make([]uint32, span>>x.shift+2)
	for i := range objects {
		x.table[(objects[i].Addr-low)>>x.shift+1]++
	}
	for k := 1; k < len(x.table); k++ {
		x.table[k] += x.table[k-1]
	}
	return x
}

// Find returns the number of the object that begins at addr, or before it and the nearest.
// ok is false if all objects begin behind addr.
func (x *Index) Find(addr uint64) (i int, ok bool) {
	if len(x.objects) == 0 || addr < x.objects[0].Addr {
		return 0, false
	}
	first, end := len(x.objects), len(x.objects)
	if k := (addr - x.objects[0].Addr) >> x.shift; k < uint64(len(x.table)-1) {
		first, end = int(x.table[k]), int(x.table[k+1])
	}
	return first + sort.Search(end-first, func(i int) bool { return x.objects[first+i].Addr > addr }) - 1, true
}

// Inside returns the number of the object that contains addr.
func (x *Index) Inside(addr uint64) (int, bool) {
	i, ok := x.Find(addr)
	return i, ok && addr-x.objects[i].Addr < x.objects[i].Bytes
}

// At returns the number of the object that begins at addr.
func (x *Index) At(addr uint64) (int, bool) {
	i, ok := x.Find(addr)
	return i, ok && x.objects[i].Addr == addr
}
