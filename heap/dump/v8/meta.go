package v8

import (
	"encoding/json"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

const (
	// maxFields is the largest number of fields of a node or an edge, and maxTypes that of
	// types. V8 has up to 7 fields and 16 types. A type from maxTypes on is damage, also in
	// a file that does not name all of its types.
	maxFields = 64
	maxTypes  = 1 << 10

	// maxMetaBytes is the most that the description of the fields may take. In real files it takes about 2 KB.
	maxMetaBytes = 1 << 20
)

// meta says what the numbers of a snapshot mean.
type meta struct {
	nodeFields, edgeFields []string
	nodeTypes, edgeTypes   []string
	node                   struct{ kind, name, id, size, edges int } // where these fields are in a node
	edge                   struct{ kind, to int }                    // and in an edge
	nodes, edges           *uint64                                   // how many there are, if the file says it
}

// readMeta reads the object "snapshot".
func (s *snapshot) readMeta() {
	s.begin("snapshot")
	text := s.Keep(maxMetaBytes)
	if s.Err() != nil {
		return
	}
	var raw struct {
		Meta struct {
			NodeFields []string          `json:"node_fields"`
			NodeTypes  []json.RawMessage `json:"node_types"`
			EdgeFields []string          `json:"edge_fields"`
			EdgeTypes  []json.RawMessage `json:"edge_types"`
		} `json:"meta"`
		Nodes *uint64 `json:"node_count"`
		Edges *uint64 `json:"edge_count"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		s.Fail("the description of the fields cannot be read: %v", err)
		return
	}
	m := &meta{nodeFields: raw.Meta.NodeFields, edgeFields: raw.Meta.EdgeFields, nodes: raw.Nodes, edges: raw.Edges}
	m.node.kind = s.field("node", m.nodeFields, "type")
	m.node.name = s.field("node", m.nodeFields, "name")
	m.node.id = s.field("node", m.nodeFields, "id")
	m.node.size = s.field("node", m.nodeFields, "self_size")
	m.node.edges = s.field("node", m.nodeFields, "edge_count")
	m.edge.kind = s.field("edge", m.edgeFields, "type")
	m.edge.to = s.field("edge", m.edgeFields, "to_node")
	m.nodeTypes = s.types("node", raw.Meta.NodeTypes, m.node.kind)
	m.edgeTypes = s.types("edge", raw.Meta.EdgeTypes, m.edge.kind)
	if s.Err() == nil {
		s.meta = m
		s.sink = sink.NewNumbered(format, s.kinds(), s.opts)
		s.classes = classes{byType: make([]sink.Class, maxTypes), byName: map[uint64]sink.Class{}}
	}
}

// field returns where a field is in each node or edge.
func (s *snapshot) field(of string, fields []string, name string) int {
	i := slices.Index(fields, name)
	if i < 0 || len(fields) > maxFields {
		s.Fail("meta.%s_fields has %d fields, and %q must be among them (of at most %d)", of, len(fields), name, maxFields)
	}
	return i
}

// types returns the names of the types of nodes or edges. The meta data have a list for each
// field, and the list of the field "type" has the names.
func (s *snapshot) types(of string, lists []json.RawMessage, field int) []string {
	var names []string
	if s.Err() != nil {
		return nil
	}
	if field >= len(lists) || json.Unmarshal(lists[field], &names) != nil || len(names) == 0 || len(names) > maxTypes {
		s.Fail("meta.%s_types has no list of names for field \"type\": it must name 1 to %d types", of, maxTypes)
	}
	return names
}
