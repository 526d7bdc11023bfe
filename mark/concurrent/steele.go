package concurrent

// This file is the barrier of Steele, "Multiprocessing Compactifying Garbage Collection", CACM 18(9), 1975.
//
// The object into which a reference is stored is painted grey again, if it is black. The marker comes back to it:
//
//	A ● ──→ C ○     is soon     A ◐ ──→ C ○
//
// This shades less than Dijkstra's barrier: an object that is stored and dropped again stays white. But a mutator that
// stores again and again has the marker scan the same object as often, so nothing bounds the marker's work.
//
// Invariants:
//
//	S1  In the heap no black object refers to a white one, between two operations of a mutator.
//	S2  The marker blackens an object before it reads its field (Barrier.Revisits).

// Steele stores, and then repaints the object into which it has stored.
var Steele = &Barrier{
	Name: "steele", Doc: "repaint the object into which is stored, after the store", Source: "Steele, CACM 18(9), 1975",
	Store: steele, Revisits: true, Keeps: Strong,
}

func steele(heap Memory, _ int, obj, ref Ref) {
	heap.SetField(obj, ref)
	// After the store. Else the marker may come between, and the repainting is in vain:
	//
	//  1. The mutator wants to store C into A, and repaints A: it is grey.
	//  2. The marker scans A, where C is not yet: A is black again.
	//  3. The mutator stores C into A.
	heap.Repaint(obj)
}

// SteeleEarly repaints the object, and then stores into it. It loses objects.
var SteeleEarly = &Barrier{
	Name: "steele-early", Doc: "repaint the object into which is stored, before the store", Source: "the same steps in the other order",
	Store: steeleEarly, Revisits: true,
}

func steeleEarly(heap Memory, _ int, obj, ref Ref) {
	heap.Repaint(obj)
	heap.SetField(obj, ref)
}
