// Package ruby reads what ObjectSpace.dump_all of CRuby writes. It turns the file into a heap:
// the heap of a real Ruby program, with the roots from which Ruby's collector starts. [Read]
// reads a dump.
//
// The writer is ext/objspace/objspace_dump.c in Ruby's source. A dump is text. Each line is a
// JSON object:
//
//	{"type":"ROOT", "root":"vm", "references":["0x7fc13df77ca8", …]}
//	{"address":"0x7fc13df4b8d8", "type":"CLASS", "class":"0x7fc13df4b8b0", "name":"String",
//	 "references":["0x7fc13df4bfb8", …], "memsize":2608, "flags":{"marked":true}}
//	{"address":"0x7fc13aa59800", "type":"IMEMO", "class":"0x7fc13df4b8d8",
//	 "imemo_type":"constcache", "memsize":40}
//
// The lines of roots come first. The order of the other lines means nothing. The keys that
// matter are these; all others are read over, whatever their values are:
//
//	type             what it is: STRING, ARRAY, CLASS, DATA, IMEMO, ROOT …
//	address          its address, the id of the object
//	references       addresses; one may stand there twice, or be that of the object itself
//	class            the address of the object's class (see below for IMEMO)
//	memsize          bytes, with what malloc gave for the object; slot_size if there is none
//	root             for ROOT: which of the collector's roots these are
//	name, real_class_name, struct, imemo_type    names for people
//
// # Which edges are followed
//
//	references       all. A superclass, the elements that are shared and a default value
//	                 stand among them
//	class            the class of every object but an IMEMO. The writer leaves it out of the
//	                 references, and no object would keep the class without this edge
//	class of IMEMO   for Ruby 3.1, see below
//
// An IMEMO is an object of the interpreter's own: a method entry, the cache of a constant, the
// code of a method. It has no class. Up to 3.1 at least the writer takes the word at the place
// of the class for one, and leaves this word out of the references. A reference of the object is
// found there and nowhere else. For the constant cache it is the value of the constant, which lives
// as long as the cache, even if the constant is removed. An experiment with Ruby 3.1 settles what
// the word is (testdata/make/ruby/imemo.rb compares the file with what
// ObjectSpace.reachable_objects_from says): in ment, env, constcache and cref the collector follows
// the word whenever it is the address of an object. In callcache it never follows it. This is a
// weak reference to the class of a receiver, so Options.Weak decides. In callinfo the word is a
// pointer of C's. A word that is nil, a number or a symbol is no edge. Newer writers give an IMEMO
// no class.
//
// # Weak references
//
// The referents of a WeakRef or an ObjectSpace::WeakMap do not occur in a dump at all, neither its
// keys nor its values. An experiment with Ruby 3.1 settles it (testdata/make/ruby/weak.rb): objects
// that only such a map holds have no edge that leads to them, and the next collections free them.
// There is nothing to follow. The one reference that an object with the structure "weakmap" has in
// Ruby 3.1 leads to none of them. In newer sources of Ruby the function that marks weak references
// does nothing when a dump asks for references.
//
// # Lines that are not objects
//
//	NONE             a free slot. A dump has them with full: true. In 3.1 a free slot still
//	                 has the class of the object that lay there, which means nothing
//	ZOMBIE           an object that is dead, and waits for its finalizer or to be freed
//	SHAPE            a shape of Ruby 3.2 or later, which lies outside the heap
//
// They are counted, and a note says how many there are.
//
// # What a dump does not hold
//
// The roots of type machine_context are what a conservative scan of the stack and the
// registers finds while the dump is written. A dump holds garbage that no collection has found yet,
// so call GC.start first. A dump with since: has no roots. References from C code that are
// not marked through Ruby's functions are not there.
//
// The values of strings are never kept, nor are names of files and methods. A class is known by
// its name, at most 1 KiB. An object without a class, or of a class without a name, is known by its
// type or by the address of the class.
package ruby
