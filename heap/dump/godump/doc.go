// Package godump reads the file that runtime/debug.WriteHeapDump writes and
// turns it into a heap: a heap of a real Go program, with the roots that its
// collector would start from.
//
// The format begins with the line "go1.7 heap dump" and has not changed since
// Go 1.7; it is described on the Go wiki (heapdump15-through-heapdump17) and,
// for the release at hand, by runtime/heapdump.go. Two things in the source
// matter and are not on the wiki: pointer maps follow the contents they
// describe, and objects are grouped by span, not sorted by address.
//
// # What becomes what
//
// Every object record becomes one object, in order of address. Of its pointer
// fields those that lead into an object, to its start or its inside, become
// references; nil and pointers out of the heap are dropped. Field values are
// never kept, because dumps hold passwords and keys: the payload of the
// simulated objects is zero. Its size is chosen so that an object takes as
// much room as in the program up to SpacingBytes, and an 8-byte header and its
// references at least; what is larger is cut to that.
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
// # Stack objects
//
// The collector finds variables whose address was taken (since Go 1.12) from
// tables that the dump lacks. A structure that hangs from a local variable of
// main, used by a method further down the stack, would seem to be garbage. So
// a frame that some root points into is read conservatively: each of its
// aligned words counts as a root if it leads into an object. That can keep
// what only a stale stack slot refers to. Options.PreciseStacks turns it off.
//
// # What a dump does not hold
//
// The objects that a dump reaches can be fewer than the collector keeps: the
// file has no data segments of plugins and of modules other than the first, no
// functions of runtime.AddCleanup, no weak handles, and pointer maps of frames
// that were preempted asynchronously are those of the last call (the saved
// registers are in the frame above and are listed). And it holds more objects
// than the program has: garbage that no collection has found yet, and from Go
// 1.22 on the end of each span, where the runtime keeps its bitmaps, written
// as if it were objects (a few in a hundred). Nothing refers to those, so
// publish the number of objects reached, not of those that are not. Right
// after a collection the number reached is Stats.HeapObjects to within a few.
package godump
