package rules

import (
	"go/ast"
	"go/types"
)

// This file has the rules about what differs between two builds of the same answer. The compiler gives a
// slice another capacity if its array lies in the heap, and the judge's words and the race detector
// decide that. A type of a twin has other fields, and another size.

// room refuses calls that return a slice whose capacity the compiler chooses, where workers share memory.
func (t *typing) room(c *ast.CallExpr, fun types.TypeAndValue) {
	if t.lab.Shared == "" {
		return
	}
	const says = "the capacity of a slice would tell the judge's builds from others"
	switch name := t.builtinName(c); {
	case name == "cap":
		t.refuse(c.Pos(), "calls cap: %s", says)
	case name == "append" && t.lab.NoWait:
		t.refuse(c.Pos(), "calls append: %s, so make the slice once, with make", says)
	case fun.IsType() && isBytesOf(fun.Type, t.Types[c.Args[0]].Type):
		t.refuse(c.Pos(), "converts a string to a %s: %s", t.written(fun.Type), says)
	}
	if s, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && (s.Sel.Name == "Clone" || s.Sel.Name == "Insert") {
		if p := t.imported(s.X); p != nil && p.Path() == "slices" {
			t.refuse(c.Pos(), "calls slices.%s: %s, so make a slice, and copy", s.Sel.Name, says)
		}
	}
}

// isBytesOf says whether a conversion makes a slice of a string.
func isBytesOf(to, from types.Type) bool {
	if to == nil || from == nil {
		return false
	}
	basic, ok := from.Underlying().(*types.Basic)
	_, slice := to.Underlying().(*types.Slice)
	return ok && slice && basic.Info()&types.IsString != 0
}

// twin refuses what an answer can do with a given type but call its methods, where one worker has a heap
// that the judge watches: the type has other fields there.
func (t *typing) twin(n ast.Node) {
	if t.lab.Shared != "" {
		return
	}
	const says = "the judge also has one with other fields, so pass its pointer and call its methods"
	switch n := n.(type) {
	case *ast.SelectorExpr:
		if chosen := t.Selections[n]; chosen != nil && chosen.Kind() == types.FieldVal && t.isGiven(chosen.Obj()) {
			t.refuse(n.Sel.Pos(), "uses the field %s of a given type: %s", n.Sel.Name, says)
		}
	case *ast.StarExpr:
		if of := t.Types[n]; of.IsValue() && t.isGivenStruct(of.Type) {
			t.refuse(n.Pos(), "copies a %s: %s", t.written(of.Type), says)
		}
	case *ast.Ident:
		name, ok := t.Uses[n].(*types.TypeName)
		if !ok || !t.isGivenStruct(name.Type()) {
			return
		}
		if _, pointer := t.path[len(t.path)-1].(*ast.StarExpr); !pointer {
			t.refuse(n.Pos(), "uses %s without a pointer: %s", n.Name, says)
		}
	}
}

func (t *typing) isGivenStruct(of types.Type) bool {
	named, ok := types.Unalias(of).(*types.Named)
	return ok && isStruct(named) && t.isGiven(named.Obj())
}

// again refuses words that are set without a step: by a := that declares another variable as well, and as
// the variable of a loop, which each round copies.
func (t *typing) again(n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		v, ok := t.Uses[n].(*types.Var)
		if a, assigns := t.path[len(t.path)-1].(*ast.AssignStmt); ok && assigns && a.Tok.String() == ":=" && isOne(a.Lhs, n) && holds(v.Type()) {
			t.refuse(n.Pos(), "assigns to a %s as a whole, which the judge cannot see as a step: call its methods, such as Store", t.written(v.Type()))
		}
	case *ast.ForStmt:
		init, ok := n.Init.(*ast.AssignStmt)
		if !ok {
			return
		}
		for _, e := range init.Lhs {
			if id, ok := e.(*ast.Ident); ok && t.Defs[id] != nil && holds(t.Defs[id].Type()) {
				t.refuse(id.Pos(), "has a %s as the variable of a loop, which Go copies in each round: declare it before the loop", t.written(t.Defs[id].Type()))
			}
		}
	}
}
