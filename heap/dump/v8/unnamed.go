package v8

import (
	"fmt"
	"strings"
)

// Early versions of V8 wrote nodes of a type that their own meta data do not name: symbols, of type
// 12, where the names end with type 11. Developer tools read such files, and so does Read. They
// follow all edges but those whose type is named weak or shortcut, so an edge without a name is strong.

// unnamed counts nodes or edges of types that the file does not name: [k] those of type k. It is
// empty if there are none.
type unnamed []uint64

// count counts one of a type below maxTypes.
func (u *unnamed) count(kind uint64) {
	if *u == nil {
		*u = make(unnamed, maxTypes)
	}
	(*u)[kind]++
}

// shownTypes is how many types a note lists.
const shownTypes = 5

// String lists the types: "30 of type 12, 2 of type 13".
func (u unnamed) String() string {
	var parts []string
	for kind, n := range u {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d of type %d", n, kind))
		}
	}
	if more := len(parts) - shownTypes; more > 0 {
		parts = append(parts[:shownTypes], fmt.Sprintf("and more of %d other types", more))
	}
	return strings.Join(parts, ", ")
}

// unnamedNotes says which types the file does not name, and how they are read.
func (s *snapshot) unnamedNotes() (notes []string) {
	const asUnknown = "The file names the types of %s 0 to %d, and has others: %s. They are read as of unknown type, and %s."
	if len(s.unnamedNodes) > 0 {
		notes = append(notes, fmt.Sprintf(asUnknown, "nodes", len(s.meta.nodeTypes)-1, s.unnamedNodes, "their class is that number"))
	}
	if len(s.unnamedEdges) > 0 {
		notes = append(notes, fmt.Sprintf(asUnknown, "edges", len(s.meta.edgeTypes)-1, s.unnamedEdges, "followed"))
	}
	return notes
}

// nodeType returns the name of a type of nodes, "" for one that the file does not name.
func (m *meta) nodeType(kind uint64) string {
	if kind < uint64(len(m.nodeTypes)) {
		return m.nodeTypes[kind]
	}
	return ""
}
