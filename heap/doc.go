// Package heap is the simulated heap that Halfmark traces: an arena of 8-byte
// granules, objects with references, roots, a side mark bitmap, a snapshot
// file, and a deliberately plain oracle for what is reachable.
//
// # Layout
//
// The arena is one run of bytes, read as little-endian words on every
// platform. A Ref is the index of an object's first granule; Ref 0 is nil and
// granule 0 is never an object. Refs have 32 bits, so an arena holds up to
// 32 GiB and two references share a granule.
//
//	granule   0        r            r+1          r+2        ...   r+size-1
//	        ┌────────┬────────────┬────────────┬────────────┬───┬──────────┐
//	        │ zero   │ size│ refs │ ref1│ ref0 │ 0   │ ref2 │   │ payload  │
//	        └────────┴────────────┴────────────┴────────────┴───┴──────────┘
//	                  63  32 31  0               an odd count pads with zero
//
// The header's low half is the number of references, its high half the
// object's size in granules, header included. References follow, then payload
// that nobody interprets. Objects lie back to back from granule 1 to the end,
// so the arena can be walked without an index. References are never Go
// pointers: the Go collector sees one pointerless allocation.
//
// # Trust
//
// Heaps come from a Builder (well-formed by construction) or from a file. A
// heap from a file may be damaged until Check returns nil. Nothing in this
// package crashes on a damaged heap; what each function does with one is in
// its comment. Nothing here knows about goroutines or marking: every method of
// Heap only reads, so any number of goroutines may call them at once.
package heap
