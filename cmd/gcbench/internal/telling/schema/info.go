package schema

// Info is what gcbench info reports about a file.
type Info struct {
	Schema     string `json:"schema"`      // the format
	Env        Env    `json:"env"`         // the machine, the build and the command
	Heap       string `json:"heap"`        // the file
	Format     string `json:"format"`      // of the file
	Objects    uint64 `json:"objects"`     // how many there are, live and garbage
	Edges      uint64 `json:"edges"`       // references that are not nil
	Roots      int    `json:"roots"`       // how many there are
	Live       uint64 `json:"live"`        // objects that are reached
	LiveEdges  uint64 `json:"live_edges"`  // references of live objects
	Orphans    uint64 `json:"orphans"`     // objects that are not live and to which no object refers
	ArenaBytes int    `json:"arena_bytes"` // of all objects
	Mapped     bool   `json:"mapped"`      // the arena is the file, mapped into memory
	Digest     string `json:"digest"`      // of the live objects
	// Span is the longest of the shortest paths from a root, in references.
	Span int `json:"span"`
	// Levels are the numbers of live objects at each distance from a root.
	Levels  []uint64 `json:"levels"`
	Degrees Degrees  `json:"degrees"`           // references of the live objects
	GoDump  *GoDump  `json:"go_dump,omitempty"` // left out if the file is none
	Foreign *Foreign `json:"foreign,omitempty"` // left out if no other runtime has written the file
	// Like are the synthetic shapes that resemble the heap best, best first. It is left out if it was not
	// asked for.
	Like []Likeness `json:"like,omitempty"`
	// Retained is what keeps the most alive. It is left out if it was not asked for.
	Retained *Retained `json:"retained,omitempty"`
}

// Likeness is how well a synthetic heap resembles another one.
type Likeness struct {
	Shape   string  `json:"shape"`   // with its parameters
	Layout  string  `json:"layout"`  // order of the objects in memory
	Objects uint64  `json:"objects"` // that the shape was built with
	Score   float64 `json:"score"`   // the mean of those of the traits
	Command string  `json:"command"` // that marks it
	Traits  []Trait `json:"traits"`  // what was compared
}

// Trait is a figure by which two heaps are compared.
type Trait struct {
	Name  string  `json:"name"`  // what the figure is of
	Share bool    `json:"share"` // the figure is a part of a whole
	Heap  float64 `json:"heap"`  // the figure of the heap
	Shape float64 `json:"shape"` // that of the shape
	Score float64 `json:"score"` // 1 is alike, and 0 is four times as much, a hundred times as many levels, or a difference of half the whole
}

// GoDump is what a Go heap dump says about its program.
type GoDump struct {
	Arch         string            `json:"arch"`          // kind of processor
	GoVersion    string            `json:"go_version"`    // of the program
	PointerBytes int               `json:"pointer_bytes"` // of a pointer
	BigEndian    bool              `json:"big_endian"`    // the order of bytes
	CPUs         uint64            `json:"cpus"`          // of the machine
	Bytes        uint64            `json:"bytes"`         // of the file
	ObjectBytes  uint64            `json:"object_bytes"`  // of all objects
	Fields       uint64            `json:"fields"`        // pointer fields
	Pointers     uint64            `json:"pointers"`      // fields that are not nil
	Interior     uint64            `json:"interior"`      // pointers into the middle of an object
	NoObject     uint64            `json:"no_object"`     // pointers that lead to no object
	Records      map[string]uint64 `json:"records"`       // by kind
	RootWords    map[string]uint64 `json:"root_words"`    // by kind
}

// Foreign is what the dump of another runtime says about its program.
type Foreign struct {
	Program       string      `json:"program"`        // what has written the dump
	Bytes         uint64      `json:"bytes"`          // of the file
	ObjectBytes   uint64      `json:"object_bytes"`   // of all objects
	Edges         []EdgeCount `json:"edges"`          // by kind
	Nils          uint64      `json:"nils"`           // references that are nil
	Dangling      uint64      `json:"dangling"`       // references that lead to no object
	Roots         []RootCount `json:"roots"`          // by kind
	DanglingRoots uint64      `json:"dangling_roots"` // roots that lead to no object
	Duplicates    uint64      `json:"duplicates"`     // objects that the file has twice
	// Classes are those whose live objects have the most bytes, at most ten. Live objects of
	// other classes are in Others.
	Classes []ClassCount `json:"classes"`
	Others  ClassCount   `json:"others"` // classes beyond those
	Notes   []string     `json:"notes"`  // what else is to be known
}

// EdgeCount is how many edges of a kind the file has, and whether they are followed.
type EdgeCount struct {
	Kind     string `json:"kind"`     // as the format names it
	Count    uint64 `json:"count"`    // how many there are
	Followed bool   `json:"followed"` // the marker follows them
	Weak     bool   `json:"weak"`     // they keep nothing alive
}

// RootCount is how many roots are of a kind.
type RootCount struct {
	Kind  string `json:"kind"`  // as the format names it
	Count uint64 `json:"count"` // how many there are
}

// ClassCount is how many live objects a class has, and how many bytes they have together.
type ClassCount struct {
	Class   string `json:"class"`   // its name
	Objects uint64 `json:"objects"` // live ones
	Bytes   uint64 `json:"bytes"`   // of these
}

// Reach is what gcbench reach reports. Objects stand in it as source.Heap.Text has them.
type Reach struct {
	Schema  string   `json:"schema"`  // the format
	Env     Env      `json:"env"`     // the machine, the build and the command
	Heap    string   `json:"heap"`    // the file
	Format  string   `json:"format"`  // of the file
	Objects uint64   `json:"objects"` // of the file
	Roots   []string `json:"roots"`   // where the search began
	Reverse bool     `json:"reverse"` // references are followed backwards
	// Reached is how many objects are reached. It is left out if paths were asked for.
	Reached *uint64 `json:"reached,omitempty"`
	// Not says that Listed has the objects that are not reached.
	Not bool `json:"not"`
	// Listed are the objects that were printed, in the order of the file. It is left out
	// if only their number was asked for.
	Listed []string `json:"listed,omitempty"`
	// Levels are the numbers of objects at each distance from a root, if that was asked for.
	Levels []uint64 `json:"levels,omitempty"`
	// Why has a path to each object that was asked for.
	Why []ReachPath `json:"why,omitempty"`
}

// ReachPath is a shortest path from a root to an object. It is empty if there is none.
type ReachPath struct {
	Object string   `json:"object"` // its name
	Path   []string `json:"path"`   // from a root to the object
}
