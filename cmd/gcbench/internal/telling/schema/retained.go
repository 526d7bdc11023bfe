package schema

// Retained says what keeps the most alive, of the live objects of a heap.
type Retained struct {
	// Objects are those that keep the most, most first.
	Objects []Retainer `json:"objects"`
	// Classes are those whose objects keep the most, most first. It is empty if the file names no class.
	Classes []RetainingClass `json:"classes"`
}

// Retainer is an object with what it keeps alive. Objects have bytes unless the heap has no sizes.
type Retainer struct {
	Label  string  `json:"label"`           // what the user would call it
	Number uint64  `json:"number"`          // in order of address, from 0
	Class  string  `json:"class,omitempty"` // left out if the file does not say
	Bytes  *uint64 `json:"bytes,omitempty"` // its size
	Keeps  Kept    `json:"keeps"`           // what no root would lead to without it, itself included
	// Inside is the place in the list, from 1, of the object that keeps this one and comes last before it; 0 if none of the list does.
	Inside int `json:"inside"`
}

// Kept is how much is kept alive.
type Kept struct {
	Objects uint64  `json:"objects"`         // how many
	Bytes   *uint64 `json:"bytes,omitempty"` // their sizes; left out if the heap has none
}

// RetainingClass is a class with what its objects keep alive.
type RetainingClass struct {
	Class   string  `json:"class"`           // its name
	Objects uint64  `json:"objects"`         // live ones
	Bytes   *uint64 `json:"bytes,omitempty"` // their sizes
	// Sum adds up what each object keeps that no other object of the class keeps.
	Sum Kept `json:"sum"`
	// Together is what no root would lead to without all of them: Sum, and what several keep only together.
	Together Kept `json:"together"`
}
