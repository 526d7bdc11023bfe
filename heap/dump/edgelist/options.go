package edgelist

import "fmt"

const (
	// FreeNodes is how many nodes any file may claim. One line can name a node with any
	// number, and each node takes 24 bytes while it is read: 384 MiB.
	FreeNodes = 16 << 20

	// NodesPerLine is how many more nodes a file may claim for each reference or root.
	NodesPerLine = 16

	// DefaultMaxEdges is the limit if Options.MaxEdges is 0. Reading takes up to 12 bytes
	// for each edge, so the limit stands for 13 GB.
	DefaultMaxEdges = 1 << 30
)

// Options are limits for [Read], and the roots of files without roots. The zero value is
// ready to use.
type Options struct {
	// MaxNodes is the largest number of nodes that a file may have. 0 means FreeNodes, and
	// NodesPerLine more for each reference and root, so a small file cannot ask for a large
	// heap.
	MaxNodes uint64

	// MaxEdges is the largest number of references and roots that Read accepts. 0 means
	// DefaultMaxEdges.
	MaxEdges uint64

	// MaxBytes is the most memory in bytes that the heap may take while it is built. It is
	// compared with an estimate of 24 bytes for each node and 12 for each reference. 0
	// means no limit.
	MaxBytes uint64

	// Roots are the roots of a file that has no line of roots. Nil means node 0, if
	// there is one. An empty slice that is not nil means no roots.
	Roots []uint32
}

// LimitError says that a file exceeds one of [Options]. Readers wrap it in an error that says
// where. errors.As finds it.
type LimitError struct {
	Option  string // the field of Options: "MaxNodes" or "MaxEdges"
	Problem string // what there is too much of, and what the limit is
}

// Error says what there is too much of, and which field of Options sets the limit.
func (e *LimitError) Error() string {
	return e.Problem + "; Options." + e.Option + " sets another limit"
}

// MemoryError says that a heap would take more memory than Options.MaxBytes, both in bytes.
// Readers wrap it in an error that says where the file asks for so much. errors.As finds it.
type MemoryError struct{ Need, Max uint64 }

// Error says how much memory the heap needs, and how much is allowed.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("the heap takes about %d bytes of memory while it is built, and Options.MaxBytes allows %d", e.Need, e.Max)
}

// Info says what was in a file.
type Info struct {
	Bytes      uint64 // length of the file
	RootsGiven bool   // the file has a line of roots; if it has none, Options.Roots says the roots
	NodesGiven bool   // the file has a line with the number of nodes
}
