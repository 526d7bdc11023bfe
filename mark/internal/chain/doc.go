// Package chain follows chains of references ahead of the marker.
//
// Along a list there is one grey object at a time. The marker waits for a cache miss at
// each object. Meanwhile cursors can follow references of other objects. They record what
// can be reached from where. When the marker comes to a recorded object, it marks the
// recorded ones beyond it, and scans on from all of them at once.
//
// The ancestor is Barabash and Petrank, "Tracing Garbage Collection on Highly Parallel
// Platforms" (ISMM 2010). There idle threads trace speculatively, and some garbage stays. Here
// nothing is marked by speculation.
//
// An object is distinguished if a hash of its number is 0 modulo the spacing. Only
// distinguished objects are recorded, so that the shortcut table is small:
//
//	heap    (D) ─> o ─> o ─> (D) ─> o ─> o ─> (D) ─> o ─> ...
//	         x                y                z
//	table    x -> y           y -> z           z -> 0
//	                                                   ^ a cursor is under way
//
// The marker comes to x. It marks y and z, and pushes them. Then three objects are grey.
//
// Invariants:
//
//	I1  An entry x -> y is a fact about memory that no goroutine changes during a mark: a
//	    path of references leads from x to y. It holds even if x is garbage.
//	I2  Speculation sets no mark bit, and holds no grey object.
//	I3  An object is marked as a root, by a reference of a marked object, or by an
//	    entry of a marked object (package thin).
//	I4  The table may lose any entry. This costs time, and no object.
//	I5  The worker that marks an object also pushes it. It gets the full ordinary scan.
//
// A mark is therefore exact whatever cursors do. They read the heap, the table and the hints. They
// read no mark bits: the marker stores these with plain stores. A heap may be damaged. Then a
// cursor sees garbage, ends its way, and reports nothing.
package chain
