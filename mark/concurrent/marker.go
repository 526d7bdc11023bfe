package concurrent

// Scan is when stacks are scanned.
type Scan uint8

const (
	// Snap is all stacks at once, between operations, before any object.
	Snap Scan = iota
	// First is one stack after the other, before any object.
	First
	// Mixed is one stack after the other, and objects may be scanned between.
	Mixed
)

// String returns "snap", "first" or "mixed".
func (s Scan) String() string { return [...]string{"snap", "first", "mixed"}[s] }

// Marking is how a heap is marked while mutators run.
type Marking struct {
	Barrier *Barrier
	Scan    Scan
	// Rescan says that all mutators stop at the end, their stacks are scanned again, and what this turns grey is
	// drained before they go on.
	Rescan bool
}

// Mark marks h while mutators run, each of which must come to safepoints until it returns. One goroutine may call it, once.
func (how *Marking) Mark(h *Heap) {
	if how.Scan != Mixed {
		h.asked.Store(h.all())
		for !h.AllScanned() {
			pause()
		}
	}
	for ended := false; !ended; {
		switch obj := h.grey(); {
		case obj != Nil:
			how.scan(h, obj)
		case !h.AllScanned():
			h.asked.Store(h.scanned.Load()<<1 | 1) // the next stack, while nothing is grey
			pause()
		default:
			ended = how.end(h)
		}
	}
}

// grey returns a grey object, or Nil.
func (h *Heap) grey() Ref {
	for obj := range h.colours {
		if obj > 0 && h.Colour(Ref(obj)) == Grey {
			return Ref(obj)
		}
	}
	return Nil
}

// scan shades what a grey object refers to, and blackens the object.
func (how *Marking) scan(h *Heap, obj Ref) {
	if how.Barrier.Revisits {
		h.colours[obj].Store(uint32(Black)) // before its field is read, so that a mutator that stores later can repaint it
	}
	h.Shade(h.Field(obj))
	if !how.Barrier.Revisits {
		h.colours[obj].Store(uint32(Black))
	}
}

// end stops all mutators, and reports whether nothing is grey.
//
// A look without the stop is too early: a mutator inside its barrier may have seen an unscanned stack, and shade just after the
// look.
func (how *Marking) end(h *Heap) (ended bool) {
	h.stop.Store(1)
	for h.standing.Load() != h.all() {
		pause()
	}
	for obj := h.grey(); how.Rescan && obj != Nil; obj = h.grey() {
		how.scan(h, obj)
	}
	if ended = h.grey() == Nil; ended {
		h.over.Store(1)
	}
	h.stop.Store(0)
	for !ended && h.standing.Load() != 0 {
		pause() // else the next stop finds the bits of this one
	}
	return ended
}
