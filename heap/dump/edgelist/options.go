package edgelist

import "fmt"

const (
	// FreeNodes is how many nodes any file may claim. One line can name a node
	// of any number, and each takes 32 bytes while reading: half a GiB.
	FreeNodes = 16 << 20

	// NodesPerLine is how many more nodes each reference or root pays for.
	NodesPerLine = 16

	// DefaultMaxEdges is the limit that Options.MaxEdges 0 stands for. At 20
	// bytes an edge while reading it is 21 GB.
	DefaultMaxEdges = 1 << 30

	// What a node and a reference take at the peak, while the heap is built.
	nodeBytes = 32
	edgeBytes = 20
)

// Options bound what Read takes in. The zero value is ready for use.
type Options struct {
	// MaxNodes is the most nodes that a file may have. 0 stands for FreeNodes
	// and NodesPerLine more for each reference and root that the file holds,
	// so that a small file cannot ask for a large heap.
	MaxNodes uint64

	// MaxEdges is the most references, roots included, that are read. 0 stands
	// for DefaultMaxEdges.
	MaxEdges uint64

	// MaxBytes is the most memory that the heap may take while it is built, by
	// the estimate that ReadInfo gives. 0 is no limit.
	MaxBytes uint64

	// Roots are the roots of a file that has no line of roots. Nil stands for
	// node 0, if there is one; an empty slice for no roots.
	Roots []uint32
}

// LimitError says that a file exceeds one of Options. It is wrapped in an error
// that says where.
type LimitError struct {
	Option  string // the field of Options: "MaxNodes" or "MaxEdges"
	Problem string // what there is too much of, and the limit
}

func (e *LimitError) Error() string {
	return e.Problem + "; Options." + e.Option + " sets another limit"
}

// MemoryError says that a heap would take more memory than Options.MaxBytes. It
// is wrapped in an error that says where the file asks for so much.
type MemoryError struct{ Need, Max uint64 }

func (e *MemoryError) Error() string {
	return fmt.Sprintf("the heap takes about %d bytes of memory while it is built, and Options.MaxBytes allows %d", e.Need, e.Max)
}

// Info says what was in a file.
type Info struct {
	Bytes      uint64
	RootsGiven bool // the file has a line of roots; if not, Options.Roots applied
	NodesGiven bool // the file has a line with the number of nodes
}
