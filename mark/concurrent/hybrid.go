package concurrent

// This file is the hybrid barrier of Go: A. Clements and R. Hudson, "Eliminate STW stack re-scanning", proposal 17503 of golang/proposal, 2016.
//
// It is Yuasa's barrier and Dijkstra's together. Yuasa's protects what a field loses, and Dijkstra's protects what a stack that
// is not scanned yet hands to the heap. Stacks may be scanned one by one, in any order, and never again:
//
//	a stack that is not scanned      shade(new): what it stores cannot be hidden behind a black object
//	a stack that is scanned          it is black: all that it has is grey or black, or comes from a field, and what
//	                                 is taken out of a field is shaded
//
// Invariants:
//
//	H1  A white object that a black one refers to hangs on a grey one, by white ones.
//	H2  A new object is black. A white one would be in a black stack, and no barrier sees it.

// Hybrid shades the old reference. It also shades the new one while the mutator's own stack is not scanned.
var Hybrid = &Barrier{
	Name: "hybrid", Doc: "shade what is overwritten, and what is stored while the own stack is not scanned", Source: "golang/proposal 17503",
	Store: hybrid, Keeps: Weak,
}

func hybrid(heap Memory, mutator int, obj, ref Ref) {
	old := heap.Field(obj)
	heap.Shade(old)
	if !heap.Scanned(mutator) {
		heap.Shade(ref)
	}
	heap.SetField(obj, ref)
}

// HybridAny shades the old reference. It also shades the new one while any stack is not scanned.
var HybridAny = &Barrier{
	Name: "hybrid-any", Doc: "shade what is overwritten, and what is stored while some stack is not scanned", Source: "golang/proposal 17503",
	Store: hybridAny, Keeps: Weak,
}

func hybridAny(heap Memory, _ int, obj, ref Ref) {
	old := heap.Field(obj)
	heap.Shade(old)
	if !heap.AllScanned() {
		heap.Shade(ref)
	}
	heap.SetField(obj, ref)
}

// HybridAlways shades the old reference and the new one, as Go does.
var HybridAlways = &Barrier{
	Name: "hybrid-always", Doc: "shade what is overwritten, and what is stored", Source: "Go since 1.8; golang/proposal 17503",
	Store: hybridAlways, Keeps: Weak,
}

func hybridAlways(heap Memory, _ int, obj, ref Ref) {
	old := heap.Field(obj)
	heap.Shade(old)
	heap.Shade(ref)
	heap.SetField(obj, ref)
}
