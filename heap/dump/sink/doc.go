// Package sink has the [Dump] that readers of heap dumps return, with their options and
// errors, and a [Sink] with which to write another reader.
//
// If you read a dump, a reader gives you a Dump:
//
//	d, err := v8.Read(file, sink.Options{})
//	live, err := heap.Reachable(d.Heap)
//	for ref, bytes := range d.Objects() {
//		fmt.Println(d.Text(ref), d.Class(ref), bytes, live.Has(ref))
//	}
//
// If you write a reader of your format, begin with [New]. The example of [Sink] is a whole
// reader. It says what it finds, in the order of the file:
//
//	file ──reader──> Object, Edge, Root, Class ──Build──> Dump
//
// # Ids and numbers
//
// A file names its objects by ids, which are addresses in most formats, or by numbers in the
// order of the file. [New] is for ids in any order. The objects of its heap lie in the order
// of their ids. [NewNumbered] is for numbers. It needs less memory, but the edges must come
// in the order of their objects.
//
// # Which edges are followed
//
// Each reader gives the kinds of its edges, and says which of them a collector does not
// follow. Weak edges are followed if Options.Weak asks for it. Every edge is counted by its
// kind in [Stats]. An edge that is not followed becomes a nil reference, because a collector
// looks at its slot, too. So does a dangling edge, which leads to no object of the file.
//
// # What is kept
//
// Kept are ids, sizes, edges, roots, and the names of classes and roots. The contents of
// fields and strings are not. A simulated object is as large as in the program, up to 256
// bytes, and has always room for an 8-byte header and its references.
package sink
