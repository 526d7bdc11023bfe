package concurrent

// This file is the deletion barrier of Yuasa, "Real-Time Garbage Collection on General-Purpose Machines", Journal of Systems and
// Software 11(3), 1990.
//
// A reference that is overwritten is shaded. All that was reachable when marking began is therefore
// marked, as if a snapshot had been taken. An object that was dropped since then floats until the
// next mark.
//
//	B ◐ ──→ C ○     the reference is overwritten     B ◐      C ◐
//
// Invariants:
//
//	Y1  An object that was reachable when the stacks were scanned is black or grey, or a grey object leads to it by
//	    white ones.
//	Y2  All stacks belong to the snapshot: they are scanned at once, before the first object.
//
// The load and the store are two steps. Two mutators that write to one field may both load the same old
// reference, and one of them never sees what the other one has stored. With Y2 this is harmless: what was stored
// meanwhile is in the snapshot elsewhere. If stacks are scanned one by one, it loses an object:
//
//  1. Mutator 0 is scanned, wants to store into C, and loads the old reference: nil.
//  2. Mutator 1, not yet scanned, stores A into C, drops A, and is scanned.
//  3. It loads A from C again: a white object in a black stack.
//  4. Mutator 0 shades nil, and stores over A. A was never shaded.

// Yuasa loads the old reference, shades it, and then stores the new one.
var Yuasa = &Barrier{
	Name: "yuasa", Doc: "shade what is overwritten, before the store", Source: "Yuasa, Journal of Systems and Software 11(3), 1990",
	Store: yuasa, Keeps: Weak,
}

func yuasa(heap Memory, _ int, obj, ref Ref) {
	old := heap.Field(obj)
	heap.Shade(old)
	heap.SetField(obj, ref)
}

// YuasaLate loads the old reference, stores the new one, and then shades the old one.
var YuasaLate = &Barrier{
	Name: "yuasa-late", Doc: "load what is overwritten, store, and shade it then", Source: "the same steps in another order",
	Store: yuasaLate, Keeps: Weak,
}

func yuasaLate(heap Memory, _ int, obj, ref Ref) {
	old := heap.Field(obj)
	heap.SetField(obj, ref)
	heap.Shade(old)
}

// YuasaSwap exchanges the reference in one step, and shades the old one. It sees each reference that leaves a
// field.
var YuasaSwap = &Barrier{
	Name: "yuasa-swap", Doc: "exchange, and shade what was there", Source: "Yuasa's barrier, with an exchange",
	Store: yuasaSwap, Keeps: Weak,
}

func yuasaSwap(heap Memory, _ int, obj, ref Ref) {
	old := heap.SwapField(obj, ref)
	heap.Shade(old)
}
