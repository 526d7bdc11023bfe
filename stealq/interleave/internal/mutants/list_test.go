package mutants

import "slices"

// The mutants are in protocols_test.go, marking_test.go, library_test.go, barriers_test.go and both_test.go. Each is a bug that collectors and deques were shipped
// with. It is made in this module's own source by replacing a few texts. A text must
// occur exactly once. If you change such a text in the source, even a comment in it, change it here too.

// mutant is one bug.
type mutant struct {
	number string
	what   string // the bug, in plain words; the document has it
	edits  []edit
	// If a package does not have the line at fault, control says which code has it
	// instead.
	control string
}

// edit replaces a text of a file by another.
type edit struct{ file, old, new string }

const (
	stealHalf  = "stealq/stealhalf.go"
	stealRange = "stealq/stealrange.go"
	chaseLev   = "stealq/chaselev.go"
	speculate  = "mark/internal/engine/speculate.go"
	reacher    = "mark/walk/reacher.go"
	extend     = "mark/internal/engine/entry.go"
	once       = "mark/once.go"
	ephemeron  = "mark/reach/ephemeron.go"
	teller     = "mark/internal/progress/progress.go"

	beginsCursors = "\t\t\tw.Chains.Begin(s.Cursors())\n"
)

// mutants are all of them, in the order of the document.
var mutants = slices.Concat(protocolMutants, markingMutants, libraryMutants, barrierMutants, bothMutants)
