package concurrent

import "math/bits"

// Scan says when the marker scans stacks.
type Scan uint8

const (
	// Snap scans all stacks at once, between operations, before any object.
	Snap Scan = iota
	// First scans one stack after the other, before any object.
	First
	// Mixed scans one stack after the other, and may scan objects between them.
	Mixed
)

// Scans returns all values of Scan, in a new slice.
func Scans() []Scan { return []Scan{Snap, First, Mixed} }

// String returns "snap", "first" or "mixed".
func (s Scan) String() string { return [...]string{"snap", "first", "mixed"}[s] }

// Marking says how a heap is marked while mutators run.
type Marking struct {
	Barrier *Barrier
	Scan    Scan
	// Rescan says that all mutators stop at the end, and that their stacks are scanned again. The marker
	// scans all that this turns grey before they go on.
	Rescan bool
	// New is the colour of objects that mutators allocate.
	New Alloc
}

// Mark marks h while its mutators run. Each mutator must come to safepoints until it is parked or Mark
// returns. Call Mark once for a heap, from a goroutine that runs no mutator.
func (how *Marking) Mark(h *Heap) {
	if how.Scan == Snap {
		h.scanStacks(h.all())
	}
	for {
		colours := h.colours.Load()
		next := h.all() &^ (colours >> stacks)
		switch obj := greyIn(colours); {
		case next != 0 && (how.Scan == First || obj == Nil):
			h.scanStacks(next & -next)
		case obj != Nil:
			how.scan(h, obj)
		case how.end(h):
			return
		}
	}
}

// greyIn returns a grey object, or Nil.
func greyIn(colours uint32) Ref {
	grey := colours &^ (colours >> 1) & lower
	if grey == 0 {
		return Nil
	}
	return Ref(bits.TrailingZeros32(grey) / 2)
}

// scan shades what a grey object refers to, and blackens the object.
func (how *Marking) scan(h *Heap, obj Ref) {
	h.marker = Hand{At: obj, Revisits: how.Barrier.Revisits}
	if how.Barrier.Revisits {
		h.blacken(obj) // before its field is read, so that a mutator that stores later can repaint it
	}
	ref := h.Field(obj)
	h.marker.Value, h.marker.Read = ref, true
	h.Shade(ref)
	if !how.Barrier.Revisits {
		h.blacken(obj)
	}
	h.marker = Hand{}
}

// scanStacks shades what mutators have in their registers, each of which has a bit. They stand still meanwhile. Then their stacks are black.
func (h *Heap) scanStacks(mutators uint32) {
	h.stop(mutators)
	h.shadeStacks(mutators)
	h.tell(mutators, standing, running)
}

func (h *Heap) shadeStacks(mutators uint32) {
	shade := mutators << stacks
	for id, m := range h.mutators {
		if mutators>>id&1 == 0 {
			continue // it runs, and may be writing its registers
		}
		for _, obj := range m.Registers {
			if obj != Nil {
				shade |= uint32(Grey) << (2 * obj)
			}
		}
	}
	h.colours.Or(shade)
}

// end stops all mutators, and reports whether nothing is grey.
//
// A look without the stop is too early: a mutator inside its barrier may have seen an unscanned stack, and shade just after the
// look.
func (how *Marking) end(h *Heap) bool {
	h.stop(h.all())
	if how.Rescan {
		h.shadeStacks(h.all())
	}
	obj := greyIn(h.colours.Load())
	for how.Rescan && obj != Nil {
		how.scan(h, obj)
		obj = greyIn(h.colours.Load())
	}
	if obj == Nil {
		h.tell(h.all(), standing, over)
		return true
	}
	h.tell(h.all(), standing, running)
	return false
}

// stop asks mutators to stand still, and waits until they do. A parked one needs not be asked.
func (h *Heap) stop(mutators uint32) {
	h.tell(mutators, running, asked)
	for id, m := range h.mutators {
		for mutators>>id&1 == 1 && m.stop.Load() == asked {
			pause()
		}
	}
}

// tell changes the words of mutators that have the value old.
func (h *Heap) tell(mutators, old, word uint32) {
	for id, m := range h.mutators {
		if mutators>>id&1 == 1 {
			m.stop.CompareAndSwap(old, word)
		}
	}
}
