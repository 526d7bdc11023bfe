// Package mmtk reads heap dumps in the format heapdump.proto, which research on the Memory
// Management Toolkit uses (github.com/zixian-cai/hwgc-soft). [Read] turns such a file into a heap.
//
// No dump of a real program was tried. The reader was written after the schema, and its tests read
// files that another implementation of protocol buffers wrote, in the two shapes of which the
// schema's authors have generators.
//
// A file is one message of protocol buffers, of this form. All numbers are varints of 64 bits:
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
// The message has no length and no magic number, and may be larger than memory. It is read as it
// comes: of an object at hand the references are held, and of the message nothing. Dumps are
// published compressed with zstd, and the caller unpacks them.
//
// # What becomes what
//
// An object is known by its start. Every objref of an edge is followed, unless it is 0. A writer may
// leave out what is 0, so an edge without an objref is a slot that holds nil. The
// format has no weak references. The static fields of a class are edges of the class's mirror:
// fields 5 and 6 say which, and add none. The class of an object is a number and no object.
// It becomes the name "class 0x2a". Spaces are read over: they say where addresses lie.
//
// A dump is to hold what a collection has found to be live. So all objects should be
// reached, and the tools of the schema's authors check it.
//
// # Pitfalls
//
// Fields may come in any order, and a field that the schema does not have is read over by its
// wire type. Of a field that stands twice the last one counts, as protocol buffers demand. A
// field of the schema with another wire type is an error, and so is a field that
// goes beyond the message around it. Roots are edges, so one object may be a root often.
package mmtk
