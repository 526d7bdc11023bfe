package heap_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// tiny returns a heap of five objects. A root refers to a second object. Another root has no
// references. Two objects are garbage and refer to each other.
func tiny() *heap.Heap {
	var b heap.Builder
	root := b.Add(0, heap.NoObject) // its reference is filled in below
	b.Refs(root)[0] = b.Add(16)
	b.Root(root)
	b.Root(b.Add(8))
	b.Add(0, b.Add(0, 4))
	h, err := b.Build()
	if err != nil {
		log.Fatal(err)
	}
	return h
}

// Three objects in a heap, of which one is garbage.
func Example() {
	var b heap.Builder
	list := b.Add(0, 1) // object 0 refers to object 1
	b.Add(16)           // object 1 has 16 bytes of payload
	b.Add(0, list)      // object 2 is garbage: nothing refers to it
	b.Root(list)
	h, err := b.Build()
	if err != nil {
		log.Fatal(err)
	}
	live, err := heap.Reachable(h)
	if err != nil {
		log.Fatal(err)
	}
	for rank, obj := range h.Objects() {
		fmt.Println("object", rank, "is live:", live.Has(obj))
	}
	fmt.Println(live.Count, "of", h.NumObjects(), "objects are live")
	// Output:
	// object 0 is live: true
	// object 1 is live: true
	// object 2 is live: false
	// 2 of 3 objects are live
}

// There are three objects. The first refers to the second, and nothing refers to the third.
func ExampleBuilder() {
	var b heap.Builder
	root := b.Add(0, 1, heap.NoObject) // object 1 is added next
	b.Add(24)                          // no references, 24 bytes of payload
	b.Add(0, root)                     // garbage that refers to a live object
	b.Root(root)
	h, err := b.Build()
	if err != nil {
		log.Fatal(err)
	}
	for rank, obj := range h.Objects() {
		refs, size, _ := h.Object(obj)
		fmt.Printf("object %d at granule %d: %d granules, %d references\n", rank, obj, size, refs)
	}
	fmt.Println(h.NumObjects(), "objects,", h.NumEdges(), "edges")
	// Output:
	// object 0 at granule 1: 2 granules, 2 references
	// object 1 at granule 3: 4 granules, 0 references
	// object 2 at granule 7: 2 granules, 1 references
	// 3 objects, 2 edges
}

// Add does not check references, because they may name objects that come later. Build does.
func ExampleBuilder_Build() {
	var b heap.Builder
	b.Root(b.Add(0, 7)) // there is no object 7
	_, err := b.Build()
	fmt.Println(err)

	b.Refs(0)[0] = b.Add(8) // repaired in place
	h, err := b.Build()
	fmt.Println(h.NumObjects(), "objects,", err)
	// Output:
	// heap: reference 0 of object 0 names object 7 of 1
	// 2 objects, <nil>
}

// A snapshot can be written to any io.Writer and read from any io.ReaderAt.
func ExampleReadSnapshot() {
	var file bytes.Buffer
	if err := heap.WriteSnapshot(&file, tiny()); err != nil {
		log.Fatal(err)
	}
	h, err := heap.ReadSnapshot(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		log.Fatal(err)
	}
	if err := h.Check(); err != nil { // the bytes are intact, but is the heap well-formed?
		log.Fatal(err)
	}
	fmt.Println(file.Len(), "bytes,", h.NumObjects(), "objects,", len(h.Roots()), "roots")
	// Output:
	// 4216 bytes, 5 objects, 2 roots
}

// A mapped snapshot opens at once, however large it is. The caller says when to verify it.
func ExampleOpenSnapshot() {
	dir, err := os.MkdirTemp("", "heap")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "tiny.heap")
	f, err := os.Create(path)
	if err != nil {
		log.Fatal(err)
	}
	if err := heap.WriteSnapshot(f, tiny()); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}

	s, err := heap.OpenSnapshot(path)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close() // the heap is gone after this
	if err := s.Verify(); err != nil {
		log.Fatal(err)
	}
	if err := s.Heap().Check(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Heap().NumObjects(), "objects")
	// Output:
	// 5 objects
}

// A stranger can write a snapshot whose checksums are right and whose heap is not. A
// program therefore looks at the header first and refuses what is too large. Then it reads
// the file, which verifies the checksums. Last it calls Check.
func ExampleHeap_Check() {
	forged := tiny()
	forged.Arena()[16] = 2 // only for this example: nobody may write to an arena
	var file bytes.Buffer
	if err := heap.WriteSnapshot(&file, forged); err != nil {
		log.Fatal(err)
	}

	info, err := heap.ReadSnapshotInfo(file.Bytes()[:heap.SnapshotHeaderBytes])
	if err != nil || info.FileBytes > 1<<20 {
		log.Fatal("too large: ", info.FileBytes, err)
	}
	h, err := heap.ReadSnapshot(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		log.Fatal(err)
	}
	err = h.Check()
	var format *heap.FormatError
	if errors.As(err, &format) {
		fmt.Println(format.Section, format.Offset)
	}
	fmt.Println(err)
	// Output:
	// arena 16
	// heap: section arena, offset 16: reference 0 of object 0 leads to granule 2, which is not the start of an object
}

// TestAndSet is for several goroutines. Here four of them try to mark the same object. One
// call returns true, and its caller alone scans the object.
func ExampleBitmap_TestAndSet() {
	marks := heap.NewBitmap(64)
	var scans atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if marks.TestAndSet(5) {
				scans.Add(1)
			}
		})
	}
	wg.Wait()
	fmt.Println(scans.Load(), "scan,", marks.Count(), "bit set,", marks.Has(5), marks.Has(6))
	// Output: 1 scan, 1 bit set, true false
}
