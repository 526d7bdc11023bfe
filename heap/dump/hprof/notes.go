package hprof

// odd counts what is unusual in a file, for notes.
type odd struct {
	unknownRecords, noClass, longer uint64
	lengths                         bool // one is wrong
	classes, systemClasses          uint64
}

// noSystemClass says that no class is a root. A file that the virtual machine writes itself always
// has classes among its roots.
func (o *odd) noSystemClass() bool { return o.classes > 0 && o.systemClasses == 0 }

// notes says what is unusual in the file, and what a file does not hold. In small dumps of live
// objects by HotSpot 17 and 25 about one object in a hundred was not reached. It was four in a
// hundred where HotSpot 25 took objects from its archive: most of these were arrays int[], from the
// archive or put into gaps as fillers. The archive also has objects of java.lang.Class for classes
// that the program has not loaded: the file has references to them, but not these classes.
func (d *decoder) notes() {
	d.out.NoteCount(d.odd.unknownRecords, "%d records of the file are of an unknown kind and were skipped.")
	d.out.NoteCount(d.odd.noClass, "The classes of %d objects, or their superclasses, are not in the file: references in fields that those classes declare are not known.")
	d.out.NoteCount(d.odd.longer, "%d objects are longer than the fields of their classes: the bytes after the fields were skipped.")
	if d.odd.lengths {
		d.out.Note("The file has a wrong length for its heap dump, or for a segment of it. The heap dump was read by its contents.")
	}
	if d.odd.noSystemClass() {
		d.out.Note("No class is a root: the file was written by a tool that leaves system classes out, such as jhsdb jmap. Objects that only classes keep alive seem to be garbage. jcmd PID GC.heap_dump FILE writes these roots.")
	}
	d.out.Note("A Java dump does not hold the fields of java.lang.Class objects. Objects that only they keep alive, such as reflection data, seem to be garbage.")
}
