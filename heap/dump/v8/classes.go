package v8

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// entryBytes is about what a class takes in maps while the file is read.
const entryBytes = 48

// classes are the classes of a snapshot. Nodes of some types have their name as class: the
// name of a constructor. For the rest the type is the class, because their name is what a
// string holds or how a function is called.
type classes struct {
	byType []sink.Class
	byName map[uint64]sink.Class // by index of the name in the array of strings
}

// titles are the classes of nodes whose type has another name in the tools of browsers.
var titles = map[string]string{
	"hidden":  "(system)",
	"code":    "(compiled code)",
	"closure": "Function",
	"regexp":  "RegExp",
}

// class returns the class of a node of this type and name.
func (s *snapshot) class(kind, name uint64) sink.Class {
	if len(s.edges) == 1 {
		return s.sink.Class("(root)")
	}
	typeName := s.meta.nodeType(kind)
	switch typeName {
	case "object", "native", "synthetic":
		if c, ok := s.classes.byName[name]; ok {
			return c
		}
		c := s.sink.Class("")
		s.sink.Held(entryBytes)
		s.classes.byName[name] = c
		return c
	}
	if s.classes.byType[kind] == 0 {
		title, ok := titles[typeName]
		switch {
		case kind >= uint64(len(s.meta.nodeTypes)):
			title = fmt.Sprintf("(type %d)", kind)
		case !ok:
			title = "(" + typeName + ")"
		}
		s.classes.byType[kind] = s.sink.Class(title)
	}
	return s.classes.byType[kind]
}

// readStrings reads the array "strings". It keeps those that are names of classes.
func (s *snapshot) readStrings() {
	s.begin("string")
	wanted := slices.Sorted(maps.Keys(s.classes.byName))
	n := uint64(0)
	if !s.Expect('[', "strings") {
		return
	}
	s.List(']', "strings", func() {
		s.index = int(n)
		switch {
		case !s.Expect('"', "string"):
		case len(wanted) > 0 && wanted[0] == n:
			s.letters = s.String(s.letters, "string")
			s.sink.NameClass(s.classes.byName[n], className(string(s.letters)))
			s.Stop(s.sink.Err())
			wanted = wanted[1:]
		default:
			s.SkipString("string")
		}
		n++
	})
	s.begin("strings")
	if s.Err() == nil && len(wanted) > 0 {
		s.Fail("there are %d strings, and a node has string %d as its name", n, wanted[0])
	}
}

// className returns the class of a node that has this name. It leaves out what says more than
// the class: the attributes of a tag, the address of a page, and the number of a scope.
func className(name string) string {
	tag := strings.TrimPrefix(name, "Detached ")
	if strings.HasPrefix(tag, "<") {
		if element, _, more := strings.Cut(tag, " "); more {
			return name[:len(name)-len(tag)] + element + ">"
		}
	}
	if before, _, ok := strings.Cut(name, "://"); ok {
		name = before[:max(strings.LastIndex(before, " / "), 0)]
	}
	if name, _, _ = strings.Cut(name, " / scope @"); name == "" {
		return "(no name)"
	}
	return name
}
