// Package heap is the simulated heap that Halfmark traces. It has an arena of 8-byte
// granules, objects with references, roots, a mark bitmap beside the arena, and a snapshot
// file. A plain search, [Reachable], is the oracle of what can be reached.
//
// # Layout
//
// The arena is one run of bytes. Every platform reads it as little-endian words. A
// [Ref] is the index of an object's first granule. Ref 0 is nil, and granule 0 is never
// an object. A Ref has 32 bits. So an arena has at most 2^32 granules, which are 32
// GiB, and two references share one granule.
//
//	granule   0        r            r+1          r+2        ...   r+size-1
//	        ┌────────┬────────────┬────────────┬────────────┬───┬──────────┐
//	        │ zero   │ size│ refs │ ref1│ ref0 │ 0   │ ref2 │   │ payload  │
//	        └────────┴────────────┴────────────┴────────────┴───┴──────────┘
//	                  63  32 31  0               an odd count pads with zero
//
// An object begins with a header of one granule. The low half of the header is the
// number of references. The high half is the size of the object in granules, with the
// header. The references follow. The payload comes last, and is never interpreted.
//
// Objects lie back to back from granule 1 to the end. A program can walk the arena without an
// index. References are never Go pointers. The Go collector sees one allocation without pointers.
//
// # How to get a heap
//
// A [Builder] makes a heap from objects that the caller adds. [ReadSnapshot],
// [ReadSnapshotStream] and [OpenSnapshot] read a heap from a file. Package heap/shape
// generates heaps, and package heap/dump reads the files of other programs.
//
// # Trust
//
// A heap from a Builder is well-formed. A heap from a file may be damaged until
// [Heap.Check] returns nil. No function of this package crashes on a damaged heap, if it is called as its comment says. The
// comment of each function says what the function does with one.
//
// # Goroutines
//
// Every method of [Heap] only reads. Any number of goroutines may call them at once. A [Builder]
// belongs to one goroutine. The comments of [Bitmap] and [Snapshot] say which of their methods need
// a goroutine alone.
package heap
