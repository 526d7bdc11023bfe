// Package hprof reads the heap dumps of Java, which jcmd GC.heap_dump, jmap and
// -XX:+HeapDumpOnOutOfMemoryError write, and those of Android.
//
// Call [Read]:
//
//	d, err := hprof.Read(file, sink.Options{})
//	live, err := heap.Reachable(d.Heap)
//	for ref, bytes := range d.Objects() {
//		fmt.Println(d.Text(ref), d.Class(ref), bytes, live.Has(ref))
//	}
//
// A compressed file must be unpacked first. HotSpot's compression (-gz=1) writes many gzip
// members, one after the other.
//
// # What becomes what
//
// Each instance, each array and each class becomes one object. Its size is the length of its
// fields or elements in the file, and a header of two words, with 4 bytes more in an array.
// The virtual machine's sizes are often smaller: it may keep a reference of 8 bytes in 4.
//
// The first reference of an instance or an array leads to its class. Then come its fields as
// they lie in the file, or its elements. An array of numbers has no other references. The
// references of a class lead to its superclass, loader, signers and domain, and then to its
// static fields.
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
// local variable has the method of the frame and the thread. Android's kind 0x90 lists
// objects that cannot be reached, and is no root.
//
// # What a dump does not hold
//
// Objects of class java.lang.Class are written as classes, without the fields of
// java.lang.Class. Objects that only these fields keep alive seem to be garbage: the data of
// reflection, and names of classes. HotSpot does not list the classes of arrays as roots,
// either. In dumps of live objects about one in a hundred is not reached, and with objects
// from HotSpot's archive four in a hundred.
//
// References may lead to objects that are not in the file. They are nil in the heap, and
// counted. HotSpot cuts arrays of more than 4 GiB, and the file does not say so.
//
// # The format
//
// The format is HPROF, versions 1.0.1, 1.0.2 and 1.0.3 (Android). The sources are the manual
// of the old HPROF agent, and heapDumper.cpp of HotSpot. Numbers are big-endian.
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
package hprof
