package v8_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// node is an object of a snapshot for tests.
type node struct {
	kind, name string
	id, size   uint64
	edges      []edge
}

// edge is an edge to the node with this number. Its name is nowhere needed.
type edge struct {
	kind string
	to   int
}

// layout is how a program writes snapshots.
type layout struct {
	nodeFields, edgeFields string // separated by commas
	nodeTypes, edgeTypes   string
	newlines               bool              // V8 before 2025 began a line for each node
	before                 map[string]string // keys that come before another one, as text
	counts                 bool
}

// layouts are those of the programs that write snapshots, and one in which all fields have other places.
var layouts = map[string]layout{
	"chrome-2017": {
		nodeFields: "type,name,id,self_size,edge_count,trace_node_id", edgeFields: "type,name_or_index,to_node",
		nodeTypes: v8NodeTypes, edgeTypes: v8EdgeTypes, newlines: true, counts: true,
	},
	"node-20": {
		nodeFields: "type,name,id,self_size,edge_count,trace_node_id,detachedness", edgeFields: "type,name_or_index,to_node",
		nodeTypes: v8NodeTypes, edgeTypes: v8EdgeTypes, newlines: true, counts: true,
		before: map[string]string{"strings": `"trace_function_infos":[],"trace_tree":[],"samples":[],"locations":[14,6,1,2]`},
	},
	"chromium-148": {
		nodeFields: "type,name,id,self_size,edge_count,detachedness", edgeFields: "type,name_or_index,to_node",
		nodeTypes: v8NodeTypes, edgeTypes: v8EdgeTypes, counts: true,
		before: map[string]string{
			"strings": `"trace_tree":[1,2,[3,[4,"]"]]],"scopes":[-1.5e3,null,true],"scope_uses":{"a":{"b\"}":"\\"}}`,
			"edges":   `"unknown":"text"`,
		},
	},
	"julia-1.9": {
		nodeFields: "type,name,id,self_size,edge_count,trace_node_id,detachedness", edgeFields: "type,name_or_index,to_node",
		nodeTypes: "synthetic,jl_task_t,object,string,closure,hidden,native", edgeTypes: "internal,hidden,element,property,weak,shortcut,context",
		counts: true,
	},
	"other-places": {
		nodeFields: "edge_count,new,self_size,id,newer,name,type", edgeFields: "to_node,other,type,name_or_index",
		nodeTypes: "x," + v8NodeTypes, edgeTypes: "y," + v8EdgeTypes, newlines: true,
	},
}

const (
	v8NodeTypes = "hidden,array,string,object,code,closure,regexp,number,native,synthetic"
	v8EdgeTypes = "context,element,property,internal,hidden,shortcut,weak"
)

// write returns the snapshot of a graph. The strings are its names, in order of their first use.
func (l layout) write(nodes []node) string {
	nodeFields, edgeFields := strings.Split(l.nodeFields, ","), strings.Split(l.edgeFields, ",")
	names := []string{"<dummy>"}
	var rows, edges []string
	edgeCount := 0
	for _, n := range nodes {
		at := slices.Index(names, n.name)
		if at < 0 {
			at = len(names)
			names = append(names, n.name)
		}
		rows = append(rows, row(nodeFields, map[string]uint64{
			"type": index(l.nodeTypes, n.kind), "name": uint64(at), "id": n.id, "self_size": n.size, "edge_count": uint64(len(n.edges)),
		}))
		for _, e := range n.edges {
			edges = append(edges, row(edgeFields, map[string]uint64{
				"type": index(l.edgeTypes, e.kind), "to_node": uint64(e.to * len(nodeFields)),
			}))
			edgeCount++
		}
	}
	meta := map[string]any{
		"node_fields": nodeFields, "node_types": typeLists(nodeFields, l.nodeTypes),
		"edge_fields": edgeFields, "edge_types": typeLists(edgeFields, l.edgeTypes),
	}
	head := map[string]any{"meta": meta}
	if l.counts {
		head["node_count"], head["edge_count"] = len(nodes), edgeCount
	}
	var s strings.Builder
	fmt.Fprintf(&s, "{\"snapshot\":%s", text(head))
	for _, part := range []struct{ key, value string }{{"nodes", l.array(rows)}, {"edges", l.array(edges)}, {"strings", text(names)}} {
		if l.before[part.key] != "" {
			s.WriteString(",\n" + l.before[part.key])
		}
		fmt.Fprintf(&s, ",\n%q:%s", part.key, part.value)
	}
	return s.String() + "}"
}

func (l layout) array(rows []string) string {
	if l.newlines {
		return "[" + strings.Join(rows, "\n,") + "]"
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// row writes the fields of a node or an edge, and 7 for those that are not in values.
func row(fields []string, values map[string]uint64) string {
	var list []string
	for _, f := range fields {
		v, ok := values[f]
		if !ok {
			v = 7
		}
		list = append(list, fmt.Sprint(v))
	}
	return strings.Join(list, ",")
}

// typeLists are the types of all fields: a list for the field "type", a word for the others,
// and one word too many.
func typeLists(fields []string, names string) []any {
	var lists []any
	for _, f := range fields {
		if f == "type" {
			lists = append(lists, strings.Split(names, ","))
		} else {
			lists = append(lists, "number")
		}
	}
	return append(lists, "number")
}

func index(list, name string) uint64 { return uint64(slices.Index(strings.Split(list, ","), name)) }

func text(v any) string {
	t, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(t)
}
