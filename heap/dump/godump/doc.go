// Package godump reads the file that runtime/debug.WriteHeapDump writes. It turns the file
// into a heap: the heap of a real Go program, with the roots from which the program's
// collector would start. [Read] reads a dump.
//
// The format begins with the line "go1.7 heap dump". It has not changed since Go 1.7.
// The Go wiki describes it (heapdump15-through-heapdump17), and runtime/heapdump.go is
// the source for the release at hand. Two things in the source matter that the wiki
// does not say. Pointer maps follow the contents that they describe. And objects are
// grouped by span, not sorted by address.
//
// # What becomes what
//
// Every object record becomes one object. The objects are in order of address. A
// pointer field of a record becomes a reference if it leads into an object, to the
// object's start or inside it. Nil and pointers out of the heap are dropped.
//
// Other field values are never kept, because dumps hold passwords and keys. The payload of the
// simulated objects is zero. A simulated object is as large as in the program, up to 256 bytes. A
// larger object is cut to them. But an object always has room for an 8-byte header and its
// references.
//
// Roots become a set of objects in order of address:
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
// [Dump.RootsOf] says of each root of the heap where the program held it: in which global
// variable by address, in the frame of which function and goroutine, and so on.
//
// # Stack objects
//
// A variable whose address was taken can lie on the stack. The collector finds such
// variables from tables (since Go 1.12), and a dump does not have these tables. A structure can
// therefore seem to be garbage although it is live: for example one that hangs from a local
// variable of main and is used by a method further down the stack.
//
// For this reason Read scans some frames conservatively: those that a root points into.
// Each aligned word of such a frame counts as a root if it leads into an object. This
// can keep an object to which only an old stack slot refers. Options.PreciseStacks
// turns it off.
//
// # What a dump does not hold
//
// A dump may reach fewer objects than the collector keeps. The file has no data
// segments of plugins and of modules other than the first. It has no functions of
// runtime.AddCleanup and no weak handles. The pointer map of a frame that was preempted
// asynchronously is the map of its last call. (The saved registers are in the frame
// above and are listed.)
//
// A dump also holds more objects than the program has. Some are garbage that no
// collection has found yet. From Go 1.22 on, the runtime keeps its bitmaps at the end
// of each span, and the dump writes this end as if it were objects (a few in a
// hundred). Nothing refers to these objects. So publish the number of objects that were
// reached, and not the number of the others. Right after a collection, the number
// reached differs from Stats.HeapObjects by only a few.
package godump
