package sink

import (
	"iter"
	"slices"
	"sort"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/objects"
)

// Program is what a reader knows about the file as a whole.
type Program struct {
	// Writer says in a line what wrote the file: "HPROF 1.0.2, 8-byte identifiers".
	Writer string
	// Bytes is the length of the file.
	Bytes uint64
	// IDs is how people write the ids of objects. Nil stands for Hex.
	IDs Naming
	// NoSizes says that the objects have no sizes in the file.
	NoSizes bool
	// Field names a reference of the objects of a class, counted from 0 with the nil ones.
	// It returns "" for a reference without a name. Nil means that none has a name. Any
	// goroutine may call it.
	Field func(class Class, reference int) string
	// Group returns the label under which Stats.Roots counts a label: refs/heads for a
	// branch. Nil means that each label counts alone.
	Group func(label string) string
}

// Stats counts what was in the file.
type Stats struct {
	// Edges are the edges by kind, in the order of the reader's kinds, with those that dangle.
	Edges []EdgeCount
	// Roots are the roots by label, as Program.Group says, the most frequent first.
	Roots []RootCount
	// Dangling is how many edges that should be followed lead to no object of the file.
	Dangling uint64
	// DanglingRoots is how many roots name no object of the file.
	DanglingRoots uint64
	// Duplicates is how many objects were left out because another one has their id. The first one
	// stays. Of objects without edges the smallest one stays.
	Duplicates uint64
	// Nils is how many slots hold no reference in the file.
	Nils uint64
	// ObjectBytes is the sum of the objects' sizes in the program, in bytes, without Duplicates.
	ObjectBytes uint64
}

// EdgeCount is how many edges of a kind the file has.
type EdgeCount struct {
	Kind     string
	Count    uint64
	Followed bool // they are references of the heap
	Weak     bool // Options.Weak decides whether they are followed
}

// RootCount is how many roots have a label.
type RootCount struct {
	Label string
	Count uint64
}

// Dump is the heap of a program, and what the file says about it. It does not change, so any
// goroutine may call its methods. It takes 36 bytes for each object, besides the heap, and 8
// for each root.
type Dump struct {
	Heap *heap.Heap
	Program
	Stats Stats
	Notes []string // sentences for the user

	numbered bool
	index    objects.Index // if the objects are in order of id
	table    objects.Table
	roots    []kept
	labels   []string
	classes  []string
}

// Ref returns the object with this id. If the format numbers its objects, Ref looks at all of
// them.
func (d *Dump) Ref(id uint64) (heap.Ref, bool) {
	i, ok := 0, false
	if d.numbered {
		i = slices.IndexFunc(d.table.Objects, func(o objects.Object) bool { return o.Addr == id })
		ok = i >= 0
	} else {
		i, ok = d.index.At(id)
	}
	if !ok {
		return heap.Nil, false
	}
	return d.table.Refs[i], true
}

// Address returns the id of the object at ref, and how many bytes it has in the program. ok
// is false if no object begins at ref.
func (d *Dump) Address(ref heap.Ref) (id, bytes uint64, ok bool) { return d.table.Address(ref) }

// Objects iterates over all objects in order of address in Heap, with the bytes that each has
// in the program.
func (d *Dump) Objects() iter.Seq2[heap.Ref, uint64] { return d.table.All() }

// Class returns the name of the class or type of the object at ref, or "" if it has none.
func (d *Dump) Class(ref heap.Ref) string {
	if i, ok := d.table.Number(ref); ok {
		return d.classes[d.table.Objects[i].Tag]
	}
	return ""
}

// Classes returns the names of all classes, by Class.
func (d *Dump) Classes() []string { return d.classes }

// Object is what the file says of an object.
type Object struct {
	ID, Bytes uint64 // as Address returns them
	Class     Class
}

// All iterates over all objects in order of address in Heap.
func (d *Dump) All() iter.Seq2[heap.Ref, Object] {
	return func(yield func(heap.Ref, Object) bool) {
		for i, ref := range d.table.Refs {
			o := &d.table.Objects[i]
			if !yield(ref, Object{o.Addr, o.Bytes, Class(o.Tag)}) {
				return
			}
		}
	}
}

// RootsOf iterates over the labels of the object at ref, which say why it is a root.
func (d *Dump) RootsOf(ref heap.Ref) iter.Seq[string] {
	return func(yield func(string) bool) {
		object, ok := d.table.Number(ref)
		if !ok {
			return
		}
		first := sort.Search(len(d.roots), func(i int) bool { return d.roots[i].object >= uint32(object) })
		for _, r := range d.roots[first:] {
			if r.object != uint32(object) || !yield(d.labels[r.label]) {
				return
			}
		}
	}
}

// Reference returns the name of reference i of the object at ref, counted from 0 with the nil
// ones, or "" if it has none.
func (d *Dump) Reference(ref heap.Ref, i int) string {
	n, ok := d.table.Number(ref)
	if !ok || d.Field == nil {
		return ""
	}
	return d.Field(Class(d.table.Objects[n].Tag), i)
}

// Text returns the id of the object at ref as people write it.
func (d *Dump) Text(ref heap.Ref) string {
	id, _, _ := d.Address(ref)
	return d.IDs.Text(id)
}

// Find returns the object with the id that text means, as Text writes it.
func (d *Dump) Find(text string) (heap.Ref, bool) {
	id, ok := d.IDs.Find(text)
	if !ok {
		return heap.Nil, false
	}
	return d.Ref(id)
}
