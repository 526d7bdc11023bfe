package concurrent

// Colour is that of an object.
type Colour uint8

// The colours. A free object is none yet.
const (
	Free Colour = iota
	White
	Grey
	Black
)

// String returns "free", "white", "grey" or "black".
func (c Colour) String() string { return [...]string{"free", "white", "grey", "black"}[c] }

// Heap is what a marker and mutators share: objects with one field and a colour each, and where everybody is. Each
// word of it is atomic, so each method of [Memory] is one access.
type Heap struct {
	fields, colours []word // by Ref
	mutators        int

	// asked, gathered and scanned have a bit for each mutator: its stack is to be scanned, it has come for a snapshot, and its
	// stack was scanned. stop says that all are to stand still, and standing has a bit for each that does. over says that
	// the mark has ended.
	asked, gathered, scanned, stop, standing, over word
}

var _ Memory = (*Heap)(nil)

// NewHeap returns a heap whose object r refers to fields[r], all white, and so many mutators, at most 32. fields[0] is not used.
func NewHeap(mutators int, fields ...Ref) *Heap {
	h := &Heap{fields: make([]word, len(fields)), colours: make([]word, len(fields)), mutators: mutators}
	for r, to := range fields {
		h.fields[r].Store(uint32(to))
		h.colours[r].Store(uint32(White))
	}
	return h
}

// Field loads a field. See [Memory] for this and the next ones.
func (h *Heap) Field(obj Ref) Ref { return Ref(h.fields[obj].Load()) }

// SetField stores a field.
func (h *Heap) SetField(obj, to Ref) { h.fields[obj].Store(uint32(to)) }

// SwapField exchanges a field.
func (h *Heap) SwapField(obj, to Ref) Ref { return Ref(h.fields[obj].Swap(uint32(to))) }

// Shade turns white into grey.
func (h *Heap) Shade(obj Ref) {
	if obj != Nil {
		h.colours[obj].CompareAndSwap(uint32(White), uint32(Grey))
	}
}

// Repaint turns black into grey.
func (h *Heap) Repaint(obj Ref) { h.colours[obj].CompareAndSwap(uint32(Black), uint32(Grey)) }

// Scanned reports whether a stack is scanned.
func (h *Heap) Scanned(mutator int) bool { return h.scanned.Load()>>mutator&1 == 1 }

// AllScanned reports whether all are.
func (h *Heap) AllScanned() bool { return h.scanned.Load() == h.all() }

func (h *Heap) all() uint32 { return 1<<h.mutators - 1 }

// Colour returns the colour of an object.
func (h *Heap) Colour(obj Ref) Colour { return Colour(h.colours[obj].Load()) }
