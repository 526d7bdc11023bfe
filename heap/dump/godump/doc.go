// Package godump reads the file that runtime/debug.WriteHeapDump writes: the heap of a Go
// program, with the roots from which the program's collector would start.
//
// Call [Read]. The dump says which objects there are, and what holds each root:
//
//	d, err := godump.Read(file, godump.Options{})
//	live, err := heap.Reachable(d.Heap)
//	for ref, bytes := range d.Objects() {
//		address, _, _ := d.Address(ref)
//		fmt.Printf("%#x %d %v\n", address, bytes, live.Has(ref))
//	}
//
// A dump holds garbage that no collection has found yet. Call runtime.GC before you take one.
//
// # What becomes what
//
// Every object record becomes one object, in order of address. A pointer field of a record
// becomes a reference if it leads into an object, to the object's start or inside it. Nil and
// pointers out of the heap are dropped.
//
// Other field values are never kept, because dumps hold passwords and keys. An object is as
// large as in the program, up to 256 bytes, and has always room for an 8-byte header and its
// references.
//
// Roots become a set of objects in order of address. [Dump.RootsOf] says of each root where
// the program held it:
//
//	data, bss             the fields that the segment's mask lists
//	stack frame           the fields that the frame lists, and see below
//	goroutine             its closure context, first defer and first panic
//	defer                 the record, its function and the next record
//	panic                 the record, the type and data of its value, the next record
//	other root            its target
//	finalizer             the function and what the object refers to, but not
//	                      the object: it must be able to die
//	queued finalizer      the function, the object and its types
//
// # Stack objects
//
// A variable whose address was taken can lie on the stack. The collector finds such variables
// from tables that a dump does not have. A structure can therefore seem to be garbage
// although it is live: for example one that hangs from a local variable of main and is used
// by a method further down the stack.
//
// For this reason Read scans some frames conservatively: those that a root points into. Each
// aligned word of such a frame counts as a root if it leads into an object. This can keep an
// object to which only an old stack slot refers. Options.PreciseStacks turns it off.
//
// # What a dump does not hold
//
// A dump may reach fewer objects than the collector keeps. The file has no data segments of
// plugins and of modules other than the first, no functions of runtime.AddCleanup, and no
// weak handles. The pointer map of a frame that was preempted asynchronously is the map of
// its last call.
//
// From Go 1.22 on a dump has some objects that the program has not, a few in a hundred: the ends
// of spans, where the runtime keeps its bitmaps. Nothing refers to them, so compare numbers of
// reached objects only. Right after a collection this number differs from Stats.HeapObjects by only
// a few.
//
// # The format
//
// A file begins with the line "go1.7 heap dump". The Go wiki describes the format
// (heapdump15-through-heapdump17), and runtime/heapdump.go writes it.
package godump
