package answer

// Heap is memory with objects in it. An object is named by a number: the place in memory
// where it begins. There are gaps between the numbers. The number 0 is nil, and nil is no
// object.
type Heap interface {
	// Roots returns the objects that the program uses directly. An object may occur more
	// than once. None of them is nil.
	Roots() []uint32

	// NumReferences returns how many references an object has.
	NumReferences(object uint32) int

	// Reference reads reference i of an object. The first has the number 0. It returns an
	// object, or 0 for nil.
	Reference(object uint32, i int) uint32
}

// Bitmap is a set of objects: a bit for each place in memory, 64 bits in a word.
type Bitmap interface {
	// Has says whether an object is in the set.
	Has(object uint32) bool

	// Set puts an object into the set. Clear takes it out.
	Set(object uint32)
	Clear(object uint32)

	// NumWords returns how many words the set has. Word returns one of them: bit b of word
	// i, which is Word(i)>>b&1, is 1 if the object 64*i+b is in the set.
	NumWords() int
	Word(i int) uint64
}
