// Package ruby reads what ObjectSpace.dump_all of CRuby writes: the heap of a Ruby program,
// with the roots from which Ruby's collector starts.
//
// Call [Read]:
//
//	d, err := ruby.Read(file, sink.Options{})
//	live, err := heap.Reachable(d.Heap)
//	for ref, bytes := range d.Objects() {
//		fmt.Println(d.Text(ref), d.Class(ref), bytes, live.Has(ref))
//	}
//
// A dump holds garbage that no collection has found yet, so call GC.start before you take
// one. A dump with since: has no roots.
//
// # The format
//
// A dump is text. Each line is a JSON object, and those of roots come first. The writer is
// ext/objspace/objspace_dump.c in Ruby's source:
//
//	{"type":"ROOT", "root":"vm", "references":["0x7fc13df77ca8", …]}
//	{"address":"0x7fc13df4b8d8", "type":"CLASS", "class":"0x7fc13df4b8b0", "name":"String",
//	 "references":["0x7fc13df4bfb8", …], "memsize":2608, "flags":{"marked":true}}
//	{"address":"0x7fc13aa59800", "type":"IMEMO", "class":"0x7fc13df4b8d8",
//	 "imemo_type":"constcache", "memsize":40}
//
// Keys other than these are read over:
//
//	type             what it is: STRING, ARRAY, CLASS, DATA, IMEMO, ROOT …
//	address          its address, the id of the object
//	references       addresses; one may stand there twice, or be that of the object itself
//	class            the address of the object's class
//	memsize          bytes, with what malloc gave for the object; slot_size if there is none
//	root             for ROOT: which of the collector's roots these are
//	name, real_class_name, struct, imemo_type    names for people
//
// Some lines are no objects. They are counted, and a note says how many there are: free slots
// (NONE), dead objects that wait to be freed (ZOMBIE), and shapes (SHAPE), which lie outside
// the heap.
//
// A class is known by its name, at most 1 KiB. An object without a class, or of a class
// without a name, is known by its type or by the address of the class. Values of strings and
// names of files and methods are never kept.
//
// # Which edges are followed
//
//	references       all
//	class            that of every object but an IMEMO
//	class of IMEMO   in dumps of Ruby 3.1 and older; weak if it is a callcache
//
// An IMEMO is an internal object of the interpreter, such as a method entry or the cache of a
// constant, and has no class. Up to Ruby 3.1 at least the writer puts a reference in the
// place of the class, which is found nowhere else.
//
// # What a dump does not hold
//
// The referents of a WeakRef or an ObjectSpace::WeakMap do not occur in a dump, so there are
// no weak edges to follow. Roots of type machine_context come from a conservative scan of the
// stack and the registers. References from C code that are not marked through Ruby's
// functions are not there.
package ruby
