package heap_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// tiny is a root that refers to a second object, a root without references,
// and two objects of garbage that refer to each other.
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

// Three objects: the first refers to the second, nothing to the third.
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

func ExampleReachable() {
	h := tiny()
	live, err := heap.Reachable(h)
	if err != nil {
		log.Fatal(err)
	}
	for rank, obj := range h.Objects() {
		if !live.Has(obj) {
			fmt.Println("object", rank, "is garbage")
		}
	}
	fmt.Println(live.Count, "of", h.NumObjects(), "objects are live")
	// Output:
	// object 3 is garbage
	// object 4 is garbage
	// 3 of 5 objects are live
}

// A snapshot need not be written to a file that can seek, nor read from one.
func ExampleReadSnapshot() {
	var file bytes.Buffer
	if err := heap.WriteSnapshot(&file, tiny()); err != nil {
		log.Fatal(err)
	}
	h, err := heap.ReadSnapshot(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		log.Fatal(err)
	}
	if err := h.Check(); err != nil { // the bytes are intact; do they make sense?
		log.Fatal(err)
	}
	fmt.Println(file.Len(), "bytes,", h.NumObjects(), "objects,", len(h.Roots()), "roots")
	// Output:
	// 4216 bytes, 5 objects, 2 roots
}

// A mapped snapshot opens at once, however large, and is verified on demand.
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
