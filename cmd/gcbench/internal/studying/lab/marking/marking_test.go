package marking

import (
	"fmt"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// stack is a marker that is right.
func stack(h *Heap, marks, _ *Bitmap) {
	var grey []uint32
	find := func(object uint32) {
		if object != 0 && !marks.Has(object) {
			marks.Set(object)
			grey = append(grey, object)
		}
	}
	for _, root := range h.Roots() {
		find(root)
	}
	for len(grey) > 0 {
		object := grey[len(grey)-1]
		grey = grey[:len(grey)-1]
		for i := range h.NumReferences(object) {
			find(h.Reference(object, i))
		}
	}
}

// The checks pass a marker that is right, and they try as many heaps as they say.
func TestRight(t *testing.T) {
	detail, fault := EverySmallHeap(stack).Run()
	require.Nil(t, fault)
	// Up to 2 roots out of n objects, and for each object up to 2 references to n objects or nil.
	assert.Equal(t, 1+3*7+7*13*13+13*21*21*21, 121598)
	assert.Equal(t, "121598 heaps", detail)
	heaps := 0
	detail, fault = EveryShape(1000, func(h *Heap, marks, pending *Bitmap) {
		heaps++
		stack(h, marks, pending)
	}).Run()
	assert.Nil(t, fault)
	assert.Equal(t, len(shape.Shapes()), heaps)
	assert.Equal(t, fmt.Sprint(heaps, " shapes"), detail)
	_, fault = LongList(1000, stack).Run()
	assert.Nil(t, fault)
	assert.Equal(t, stackBytes, debug.SetMaxStack(1<<30), "the limit of the stack")
}

// A failure is said in a sentence, with the smallest heap that shows it, and with what the
// marker called.
func TestWrong(t *testing.T) {
	for says, mark := range map[string]Marker{
		"object 1 is a root, and it is not marked at the end": func(*Heap, *Bitmap, *Bitmap) {},
		"object 1 is marked and was never scanned: Mark has not read its reference 0": func(h *Heap, marks, _ *Bitmap) {
			for _, root := range h.Roots() {
				marks.Set(root)
			}
		},
		"object 1 can be reached from the roots, and it is not marked at the end": func(h *Heap, marks, _ *Bitmap) {
			for _, root := range h.Roots() {
				for i := 0; !marks.Has(root) && i < h.NumReferences(root); i++ {
					h.Reference(root, i)
				}
				marks.Set(root)
			}
		},
		"NumReferences(0) was called: 0 is nil, and nil is no object":                  func(h *Heap, _, _ *Bitmap) { h.NumReferences(0) },
		"Reference(99, 0) was called: no object has the number 99":                     func(h *Heap, _, _ *Bitmap) { h.Reference(99, 0) },
		"marks.Has(99) was called: no object has the number 99":                        func(_ *Heap, marks, _ *Bitmap) { marks.Has(99) },
		"marks.Set(99) was called: no object has the number 99":                        func(_ *Heap, marks, _ *Bitmap) { marks.Set(99) },
		"pending.Clear(0) was called: 0 is nil, and nil is no object":                  func(_ *Heap, _, pending *Bitmap) { pending.Clear(0) },
		"marks.Word(1) was called: there are 1 in all, and the first has the number 0": func(_ *Heap, marks, _ *Bitmap) { marks.Word(1) },
		"it panicked: oh": func(*Heap, *Bitmap, *Bitmap) { panic("oh") },
		"object 1 is still pending at the end": func(h *Heap, marks, pending *Bitmap) {
			stack(h, marks, pending)
			for _, root := range h.Roots() {
				pending.Set(root)
			}
		},
	} {
		_, fault := EverySmallHeap(mark).Run()
		require.NotNil(t, fault, says)
		assert.Equal(t, says, fault.Says)
		assert.Contains(t, fault.Story, "the heap   ", says)
	}
}

// A marker with one stack entry too many scans an object twice. The smallest heap with
// this has one object.
func TestStory(t *testing.T) {
	twice := func(h *Heap, marks, _ *Bitmap) {
		for _, root := range h.Roots() {
			marks.Set(root)
			for i := range h.NumReferences(root) {
				h.Reference(root, i)
			}
		}
	}
	_, fault := EverySmallHeap(twice).Run()
	require.NotNil(t, fault)
	assert.Equal(t, "object 1 is scanned twice: its reference 0 was read a second time", fault.Says)
	assert.Equal(t, `the heap   roots: 1, 1
           object 1 -> nil

what Mark called, in order
           Roots() = [1 1]
           marks.Set(1)
           NumReferences(1) = 1
           Reference(1, 0) = 0
           marks.Set(1)
           NumReferences(1) = 1
           Reference(1, 0) = 0`, fault.Story)
}

// An object that cannot be reached, or has no such reference, is named, too.
func TestGarbage(t *testing.T) {
	s := newSubject(graph{roots: []uint32{0}, refs: [][]uint32{{}, {0}}}.heap(0), "")
	fault := try(s, func(_ *Heap, marks, _ *Bitmap) { marks.Set(2) })
	require.NotNil(t, fault)
	assert.Equal(t, "marks.Set(2) was called: object 2 cannot be reached from the roots", fault.Says)
	fault = try(s, func(h *Heap, _, _ *Bitmap) { h.Reference(1, 0) })
	assert.Equal(t, "Reference(1, 0) was called: object 1 has 0 in all, and the first has the number 0", fault.Says)
	large := newSubject(graph{roots: []uint32{0}, refs: [][]uint32{{heap.NoObject}}}.heap(0), "one of many")
	assert.Equal(t, "The heap is one of many.", try(large, func(*Heap, *Bitmap, *Bitmap) {}).Program)
}
