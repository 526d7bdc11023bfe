// Package objects is what the readers of dumps share: the table of a dump's objects, the
// search for the object at an address, and how large a simulated object is.
package objects

import (
	"iter"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// SpacingBytes is the largest size in bytes of a simulated object that its references do not
// fill. A mark never touches cache lines beyond it. And a heap of large buffers need not be
// as large as the program's heap.
const SpacingBytes = 256

// Payload returns the payload in bytes that makes an object with so many references as
// large as it was in the program, or as large as SpacingBytes.
func Payload(bytes, refs uint64) uint64 {
	const slot = heap.GranuleBytes / 2 // two references share a granule
	used := heap.GranuleBytes + (refs+refs%2)*slot
	return max(min(bytes, SpacingBytes), used) - used
}

// Object is an object of a dump. It takes 32 bytes.
type Object struct {
	Addr, Bytes uint64 // in the program
	First       uint64 // where its references begin, in an array of all references
	Refs        uint32 // how many references it has
	Tag         uint32 // what the reader of the dump keeps about the object
}

// Table says where the objects of a dump are in the heap. It does not change, so any goroutine may
// call its methods. It takes 36 bytes for each object.
type Table struct {
	Objects []Object   // in order of Ref
	Refs    []heap.Ref // Refs[i] is where Objects[i] is in the heap
}

// NewTable returns the table of objects that stand in h in this order.
func NewTable(h *heap.Heap, objects []Object) Table {
	t := Table{objects, make([]heap.Ref, 0, len(objects))}
	for _, r := range h.Objects() {
		t.Refs = append(t.Refs, r)
	}
	return t
}

// Number returns the number of the object at ref, in order of Ref from 0.
func (t *Table) Number(ref heap.Ref) (int, bool) { return slices.BinarySearch(t.Refs, ref) }

// Address returns where the object at ref was in the program, and how many bytes it had
// there. ok is false if no object begins at ref.
func (t *Table) Address(ref heap.Ref) (addr, bytes uint64, ok bool) {
	i, ok := t.Number(ref)
	if !ok {
		return 0, 0, false
	}
	return t.Objects[i].Addr, t.Objects[i].Bytes, true
}

// All iterates over all objects in order of Ref, with the bytes that each had in the program.
func (t *Table) All() iter.Seq2[heap.Ref, uint64] {
	return func(yield func(heap.Ref, uint64) bool) {
		for i, ref := range t.Refs {
			if !yield(ref, t.Objects[i].Bytes) {
				return
			}
		}
	}
}
