// Package heap is the simulated heap that Halfmark marks: objects with references and roots,
// a mark bitmap, and a file format for snapshots.
//
// Begin with a [Builder]. Add the objects, name the roots, and call [Builder.Build]:
//
//	var b heap.Builder
//	list := b.Add(0, 1) // object 0 refers to object 1
//	b.Add(16)           // object 1 has 16 bytes of payload
//	b.Add(0, list)      // object 2 is garbage: nothing refers to it
//	b.Root(list)
//	h, err := b.Build()
//	live, err := heap.Reachable(h) // live.Count is 2
//
// [Reachable] finds the live objects with one goroutine. The function Heap of package mark
// finds them with several.
//
// There are other ways to get a heap:
//
//	from a snapshot file             OpenSnapshot, ReadSnapshot, ReadSnapshotStream
//	of a known shape, of any size    package heap/shape
//	from a dump of a real program    the packages below heap/dump
//	that needs little memory         Plan
//
// # Layout
//
// The arena is one run of bytes. Every platform reads it as little-endian words. Its unit is
// the granule of 8 bytes. A [Ref] is the index of an object's first granule and has 32 bits,
// so an arena has at most 2^32 granules, which are 32 GiB. Ref 0 is nil, and granule 0 is
// never an object.
//
//	granule   0        r            r+1          r+2        ...   r+size-1
//	        ┌────────┬────────────┬────────────┬────────────┬───┬──────────┐
//	        │ zero   │ size│ refs │ ref1│ ref0 │ 0   │ ref2 │   │ payload  │
//	        └────────┴────────────┴────────────┴────────────┴───┴──────────┘
//	                  63  32 31  0               an odd count pads with zero
//
// An object begins with a header of one granule: the number of its references, and its size
// in granules with the header. The references follow. The payload comes last and is never
// interpreted. Objects lie back to back from granule 1 to the end, so a program can walk the
// arena without an index. Go's collector sees one allocation without pointers.
//
// # Heaps from files
//
// A heap from a Builder is well-formed. A heap from a file may be damaged until [Heap.Check]
// returns nil. The comment of each function says what it does with a damaged heap. None
// crashes if it is called as its comment says.
package heap
