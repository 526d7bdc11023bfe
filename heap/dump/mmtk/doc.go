// Package mmtk reads heap dumps in the format heapdump.proto, which research on the Memory
// Management Toolkit uses (github.com/zixian-cai/hwgc-soft).
//
// Call [Read]. Dumps are published compressed with zstd, and must be unpacked first:
//
//	d, err := mmtk.Read(file, sink.Options{})
//	live, err := heap.Reachable(d.Heap)
//
// The reader was tested with generated files, and not with the dump of a real program.
//
// # What becomes what
//
// An object is known by its start. Every objref of an edge is followed. An edge whose objref
// is 0 or left out is a slot that holds nil. The format has no weak references. The static
// fields of a class are edges of the class's mirror: fields 5 and 6 say which, and add none.
// The class of an object is a number, and becomes the name "class 0x2a". An object may be a
// root several times. Spaces, which say where addresses lie, are read over.
//
// A dump holds only objects that a collection has found to be live, so all of them should be
// reached.
//
// # The format
//
// A file is one message of protocol buffers, without a length and a magic number. All numbers
// are varints of 64 bits:
//
//	HeapDump                        HeapObject
//	  1  HeapObject, repeated         1  start
//	  2  RootEdge, repeated           2  klass
//	  3  Space, repeated              3  size, in bytes
//	                                  4  objarray_length, optional
//	RootEdge                          5  instance_mirror_start, optional
//	  1  objref                       6  instance_mirror_count, optional
//	                                  7  NormalEdge, repeated
//	Space
//	  1  name                       NormalEdge
//	  2  start                        1  slot
//	  3  end                          2  objref
//
// Fields may come in any order, and the last one counts of those that stand twice. A field
// that the schema does not have is read over. A field of the schema with another wire type is
// an error, and so is a field that goes beyond the message around it.
package mmtk
