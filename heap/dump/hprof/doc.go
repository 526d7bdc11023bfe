// Package hprof reads the heap dumps of Java: the files that jcmd GC.heap_dump, jmap and
// -XX:+HeapDumpOnOutOfMemoryError write, and those of Android. [Read] turns such a file into a
// heap, with the roots from which the program's collector would start.
//
// The format is HPROF, versions 1.0.1, 1.0.2 and 1.0.3 (Android). The sources are the manual
// of the old HPROF agent, and heapDumper.cpp of HotSpot for what is written today. Numbers are
// big-endian. If a file is compressed, the caller of Read unpacks it. HotSpot's own compression
// (-gz=1) writes many gzip members, one after the other.
//
//	file      "JAVA PROFILE 1.0.2" 0   size of identifiers: 4 or 8   date   record ...
//	record    kind 1   time 4   length 4   body
//	          name, loaded class, stack frame, stack trace, thread, heap dump, segment, end
//	segment   entry ...
//	entry     kind 1, then what the kind has; a length only where there are elements:
//	          root              object, and for some a thread and a frame
//	          class             superclass, loader, signers, domain, static fields with values, fields
//	          instance          class, the fields' bytes: of its class, of the superclass, ...
//	          array             class, elements: references
//	          array of numbers  type, elements
//
// # What becomes what
//
// Each instance, each array and each class becomes one object. Its size is the length of its
// fields or elements in the file, and a header of two words, with 4 bytes more in an array. The
// virtual machine's own sizes are often smaller: it may keep a reference of 8 bytes in 4.
//
// The first reference of an instance or an array leads to its class. Then come its fields as
// they lie in the file, or its elements. An array of numbers has no references. The first
// references of a class lead to its superclass, loader, signers and domain. Then come its static
// fields.
//
//	edge                                   followed
//	fields, elements, static fields        yes
//	instance or array to its class         yes: the collector keeps the class
//	class to superclass, loader, ...       yes
//	field referent of java.lang.ref.Reference, in an instance of
//	    SoftReference                      yes: memory is not short
//	    FinalReference                     yes: the finalizer needs the object
//	    WeakReference, PhantomReference    if Options.Weak says so
//
// Roots are all that the file lists, with a label that says what they are. The label of a
// local variable has the method of the frame and the thread. Android's kind 0x90 is no root: it
// lists objects that cannot be reached.
//
// # What a dump does not hold
//
// The objects of class java.lang.Class are written as classes, without the fields of
// java.lang.Class. Objects that only these fields keep alive seem to be garbage: the data of
// reflection, and names of classes. HotSpot's list of roots does not have the classes of arrays,
// either. In small dumps of live objects by HotSpot 17 and 25 about one object in a hundred was
// not reached. It was four in a hundred where HotSpot 25 took objects from its archive: most of
// these were arrays int[], from the archive or put into gaps as fillers.
//
// References may lead to objects that are not in the file. They are nil in the heap, and
// counted. HotSpot's archive has objects of java.lang.Class for classes that the program has not
// loaded. The file has references to them, but not these classes.
//
// # Pitfalls
//
//   - The names of classes have three spellings. All are read. With only one of them a reader
//     follows weak references without notice.
//   - The fields of an instance can be read only if its class and all superclasses are
//     known. Android writes instances before their classes. They wait in memory.
//   - The length of a segment may be wrong. An entry is read to its end, whatever the length of
//     the segment says, and reading goes on with what follows.
//   - All lengths are unsigned, and the bytes of an array do not fit into 32 bits.
//   - Roots come in any segment, several times, and may lead to nothing.
//   - A file that is cut is an error, even if it is cut between two segments.
//   - HotSpot's writer cuts arrays of more than 4 GiB. The file does not say so.
package hprof
