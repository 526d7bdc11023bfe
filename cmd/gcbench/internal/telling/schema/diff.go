package schema

// Diff is what gcbench diff reports about two or three heap dumps of a program: A, B and C.
type Diff struct {
	Schema   string     `json:"schema"`   // the format
	Env      Env        `json:"env"`      // the machine, the build and the command
	Identity string     `json:"identity"` // what tells objects of one dump in another: id or address, and "" if nothing does
	Note     string     `json:"note"`     // the same in a sentence
	Dumps    []DiffDump `json:"dumps"`    // in the order in which they were given
	All      Change     `json:"all"`      // of all classes together
	// Classes are the suspects with the most bytes, as many as --top says. With C and identity these are the classes of
	// objects that are new in B and still in C. With C alone they have grown to B and again to C. Otherwise they have
	// grown from A to B.
	Classes  []DiffClass `json:"classes"`
	Suspects int         `json:"suspects"` // how many such classes there are
	Shrunk   int         `json:"shrunk"`   // classes with fewer live bytes in the last dump than in the first
}

// DiffDump is one of the dumps.
type DiffDump struct {
	Heap   string `json:"heap"`   // the file
	Format string `json:"format"` // of the file
	Live   Amount `json:"live"`   // objects that are reached
	Dead   Amount `json:"dead"`   // the others, which count nowhere else
}

// Amount is a number of objects and their size.
type Amount struct {
	Objects uint64 `json:"objects"` // how many there are
	Bytes   uint64 `json:"bytes"`   // of all of them, without what they refer to
}

// Add adds an object.
func (a *Amount) Add(bytes uint64) {
	a.Objects++
	a.Bytes += bytes
}

// Change is how live objects have changed from dump to dump.
type Change struct {
	Live  []Amount `json:"live"`            // in each dump
	New   *Amount  `json:"new,omitempty"`   // objects of B that A does not have; left out without identity
	Gone  *uint64  `json:"gone,omitempty"`  // how many objects of A B does not have; left out without identity
	Still *Amount  `json:"still,omitempty"` // of the new ones, those that C has; left out without identity or C
}

// DiffClass is a class that has grown.
type DiffClass struct {
	Class string `json:"class"` // its name, or what tells its objects from others
	Change
	Together Amount      `json:"together"` // what would not be reached in the last dump without the objects of the class, they themselves included
	Chains   []DiffChain `json:"chains"`   // on which the most bytes of the suspicious objects hang in the last dump, at most three
	Others   int         `json:"others"`   // how many more chains there are
}

// DiffChain is a root and the classes of the objects on shortest paths from there to objects of a class. A class that
// comes back leads back to its first place in the chain.
type DiffChain struct {
	Root    string   `json:"root"`    // what holds the first object
	Classes []string `json:"classes"` // from the first object to those of the class
	Amount
	Example string `json:"example"` // one of the objects, as gcbench why takes it
}
