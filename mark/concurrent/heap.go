package concurrent

// Colour is the colour of an object.
type Colour uint8

// A mutator may allocate a Free object, to which no reference leads.
const (
	White Colour = 0b00
	Grey  Colour = 0b01
	Free  Colour = 0b10
	Black Colour = 0b11
)

// String returns "white", "grey", "free" or "black".
func (c Colour) String() string { return [...]string{"white", "grey", "free", "black"}[c&3] }

// Heap is the memory that a marker and mutators share: objects with a field and a colour, and whether each
// stack is scanned. [Run.Start] makes one. Any number of goroutines may call its methods at once, except
// [Heap.View].
type Heap struct {
	fields []word // by Ref
	// colours has two bits for each object, in the order of numbers from the right: shading is one Or. Above them
	// is a bit for each stack, which is 1 if it is black: it was scanned.
	//
	//	0011 01 00
	//	││││
	colours  word
	mutators []*Mutator

	marker Hand // for View
}

const (
	mostObjects  = 7
	mostMutators = 8
	stacks       = 2 * (mostObjects + 1) // the first bit of stacks in colours
	lower        = 1<<stacks/3 - 1       // the lower bit of each object, but of Nil
)

var _ Memory = (*Heap)(nil)

// NewHeap returns a heap whose object r refers to fields[r]. fields[0] is not used. All objects are white,
// except those in free. It panics if there are more than 7 objects.
func NewHeap(fields []Ref, free ...Ref) *Heap {
	if len(fields) > mostObjects+1 {
		panic("concurrent: a heap has at most 7 objects")
	}
	h := &Heap{fields: make([]word, len(fields))}
	for r, to := range fields {
		h.fields[r].Store(uint32(to))
	}
	for _, r := range free {
		h.colours.Or(uint32(Free) << (2 * r))
	}
	return h
}

// Field loads the field of an object: see [Memory].
func (h *Heap) Field(obj Ref) Ref { return Ref(h.fields[obj].Load()) }

// SetField stores ref into the field of an object: see [Memory].
func (h *Heap) SetField(obj, ref Ref) { h.fields[obj].Store(uint32(ref)) }

// SwapField exchanges the field of an object: see [Memory].
func (h *Heap) SwapField(obj, ref Ref) Ref { return Ref(h.fields[obj].Swap(uint32(ref))) }

// Shade turns a white object grey: see [Memory]. obj must not be free.
func (h *Heap) Shade(obj Ref) {
	if obj != Nil { // a free object would turn black, but there is no reference to one
		h.colours.Or(uint32(Grey) << (2 * obj))
	}
}

// Repaint turns a black object grey: see [Memory].
func (h *Heap) Repaint(obj Ref) { h.colours.And(^(uint32(0b10) << (2 * obj))) }

func (h *Heap) blacken(obj Ref) { h.colours.Or(uint32(Black) << (2 * obj)) }

// Scanned reports whether the stack of a mutator is scanned: see [Memory].
func (h *Heap) Scanned(mutator int) bool { return h.colours.Load()>>(stacks+mutator)&1 == 1 }

// AllScanned reports whether all stacks are scanned: see [Memory].
func (h *Heap) AllScanned() bool { return h.colours.Load()>>stacks == h.all() }

// all has a bit for each mutator.
func (h *Heap) all() uint32 { return 1<<len(h.mutators) - 1 }

// colourIn is the colour of an object in the word of all colours.
func colourIn(colours uint32, obj Ref) Colour { return Colour(colours >> (2 * obj) & 3) }
