package concurrent

// This file is the insertion barrier of Dijkstra, Lamport, Martin, Scholten and Steffens, "On-the-Fly Garbage Collection: An
// Exercise in Cooperation", CACM 21(11), 1978.
//
// A reference that is stored is shaded, so no black object comes to refer to a white one:
//
//	A ● ──→ C ○     cannot be, because C was shaded before:     A ● ──→ C ◐
//
// Registers are the hole. A load puts a white object into a black stack, and no barrier sees it. At the
// end all mutators therefore stop, their stacks are scanned once more, and what this turns grey is
// drained.
//
// Invariants:
//
//	D1  In the heap no black object refers to a white one, between two operations of a mutator.
//	D2  After the second scan no stack has a white object.

// Dijkstra shades the new reference, and then stores it.
var Dijkstra = &Barrier{
	Name: "dijkstra", Doc: "shade what is stored, before the store", Source: "Dijkstra and others, CACM 21(11), 1978, in the form of golang/proposal 17503",
	Store: dijkstra, Keeps: Strong,
}

func dijkstra(heap Memory, _ int, obj, ref Ref) {
	// The order does not matter here, because the marker ends only while no mutator is between the two steps.
	heap.Shade(ref)
	heap.SetField(obj, ref)
}

// DijkstraLate stores the new reference, and then shades it. It is as safe as [Dijkstra].
var DijkstraLate = &Barrier{
	Name: "dijkstra-late", Doc: "shade what is stored, after the store", Source: "the same steps in the other order",
	Store: dijkstraLate, Keeps: Strong,
}

func dijkstraLate(heap Memory, _ int, obj, ref Ref) {
	heap.SetField(obj, ref)
	heap.Shade(ref)
}
