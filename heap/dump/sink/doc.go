// Package sink makes a heap of the objects that a reader finds in a dump. The readers of Java,
// V8, Ruby and other dumps share it. A reader says what it finds, in the order of the file:
//
//	file ──reader──> Object, Edge, Root, Class ──Build──> heap.Heap, and what was in the file
//
// A file names its objects by ids, which are addresses in most formats, or by numbers in the
// order of the file. [New] is for ids in any order: at the end the objects are sorted by id,
// so objects are in order of address, as in the program. [NewNumbered] is for numbers. It needs less
// memory, but the edges must come in the order of their objects.
//
// # Which edges are followed
//
// Each reader gives the kinds of its edges, and says which of them a collector does not
// follow. Every edge is counted by its kind, so a user sees what was followed and what was not:
// [Stats] has the counts. Weak edges are followed if Options.Weak asks for it. An edge that
// is not followed becomes a nil reference. So does an edge that leads to no object of the
// file, which is called dangling. The slot remains, because a collector looks at it, too.
//
// # What is kept
//
// Kept are ids, sizes, edges, roots, and the names of classes and roots. A sink has no place for
// the contents of fields and strings. A simulated object is as large as in the program, up to
// 256 bytes. But it always has room for an 8-byte header and its references.
package sink
