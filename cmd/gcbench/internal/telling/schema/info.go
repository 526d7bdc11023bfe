package schema

// Info is what gcbench info reports about a file.
type Info struct {
	Schema     string `json:"schema"`
	Env        Env    `json:"env"`
	Heap       string `json:"heap"`
	Format     string `json:"format"`
	Objects    uint64 `json:"objects"`
	Edges      uint64 `json:"edges"`
	Roots      int    `json:"roots"`
	Live       uint64 `json:"live"`
	LiveEdges  uint64 `json:"live_edges"`
	Orphans    uint64 `json:"orphans"` // objects that are not live and to which no object refers
	ArenaBytes int    `json:"arena_bytes"`
	Mapped     bool   `json:"mapped"` // the arena is the file, mapped into memory
	Digest     string `json:"digest"` // of the live objects
	// Span is the longest of the shortest paths from a root, in references.
	Span int `json:"span"`
	// Levels are the numbers of live objects at each distance from a root.
	Levels  []uint64 `json:"levels"`
	Degrees Degrees  `json:"degrees"`
	GoDump  *GoDump  `json:"go_dump,omitempty"`
	Foreign *Foreign `json:"foreign,omitempty"`
}

// GoDump is what a Go heap dump says about its program.
type GoDump struct {
	Arch         string            `json:"arch"`
	GoVersion    string            `json:"go_version"`
	PointerBytes int               `json:"pointer_bytes"`
	BigEndian    bool              `json:"big_endian"`
	CPUs         uint64            `json:"cpus"`
	Bytes        uint64            `json:"bytes"`
	ObjectBytes  uint64            `json:"object_bytes"`
	Fields       uint64            `json:"fields"`
	Pointers     uint64            `json:"pointers"`
	Interior     uint64            `json:"interior"`
	NoObject     uint64            `json:"no_object"`
	Records      map[string]uint64 `json:"records"`
	RootWords    map[string]uint64 `json:"root_words"`
}

// Foreign is what the dump of another runtime says about its program.
type Foreign struct {
	Program       string      `json:"program"`
	Bytes         uint64      `json:"bytes"`
	ObjectBytes   uint64      `json:"object_bytes"`
	Edges         []EdgeCount `json:"edges"`
	Nils          uint64      `json:"nils"`
	Dangling      uint64      `json:"dangling"`
	Roots         []RootCount `json:"roots"`
	DanglingRoots uint64      `json:"dangling_roots"`
	Duplicates    uint64      `json:"duplicates"`
	// Classes are those whose live objects have the most bytes, at most ten. Live objects of
	// other classes are in Others.
	Classes []ClassCount `json:"classes"`
	Others  ClassCount   `json:"others"`
	Notes   []string     `json:"notes"`
}

// EdgeCount is how many edges of a kind the file has, and whether they are followed.
type EdgeCount struct {
	Kind     string `json:"kind"`
	Count    uint64 `json:"count"`
	Followed bool   `json:"followed"`
	Weak     bool   `json:"weak"`
}

// RootCount is how many roots are of a kind.
type RootCount struct {
	Kind  string `json:"kind"`
	Count uint64 `json:"count"`
}

// ClassCount is how many live objects a class has, and how many bytes they have together.
type ClassCount struct {
	Class   string `json:"class"`
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`
}

// Reach is what gcbench reach reports. Objects stand in it as source.Heap.Text has them.
type Reach struct {
	Schema  string   `json:"schema"`
	Env     Env      `json:"env"`
	Heap    string   `json:"heap"`
	Format  string   `json:"format"`
	Objects uint64   `json:"objects"`
	Roots   []string `json:"roots"`
	Reverse bool     `json:"reverse"`
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
	Object string   `json:"object"`
	Path   []string `json:"path"`
}
