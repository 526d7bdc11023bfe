package rules

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// This file has the rules about what workers share: words and locks, and what holds them. The
// explorer sees their methods, and nothing else. A copy, a comparison or an assignment of a word
// would be an access that is no step: no other worker could come between.

// holds says whether a value of this type has a word or a lock in it.
func holds(of types.Type) bool {
	return mentions(of, func(t types.Type) (found, deeper bool) {
		switch t := t.(type) {
		case *types.Named:
			p := t.Obj().Pkg()
			return p != nil && (p.Path() == "sync" || p.Path() == "sync/atomic"), true
		case *types.Array, *types.Struct:
			return false, true
		}
		return false, false
	})
}

// leads says whether a value of this type leads to a word or a lock, through pointers too.
func leads(of types.Type) bool {
	return mentions(of, func(t types.Type) (found, deeper bool) { return holds(t), true })
}

// mentions says whether a type has another type in it for which found is true.
func mentions(of types.Type, is func(types.Type) (found, deeper bool)) bool {
	seen := map[types.Type]bool{}
	var look func(types.Type) bool
	look = func(t types.Type) bool {
		t = types.Unalias(t)
		if t == nil || seen[t] {
			return false
		}
		seen[t] = true
		found, deeper := is(t)
		if found || !deeper {
			return found
		}
		for _, part := range parts(t) {
			if look(part) {
				return true
			}
		}
		return false
	}
	return look(of)
}

// parts are the types that a type is made of. The methods of a type are none of them.
func parts(of types.Type) (all []types.Type) {
	switch t := of.(type) {
	case *types.Named:
		return append(all, t.Underlying())
	case *types.Map:
		return append(all, t.Key(), t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			all = append(all, f.Type())
		}
	case *types.Tuple:
		for v := range t.Variables() {
			all = append(all, v.Type())
		}
	case *types.Signature:
		return append(all, t.Params(), t.Results())
	case interface{ Elem() types.Type }: // pointers, slices, arrays
		return append(all, t.Elem())
	}
	return all
}

// value refuses an expression that is a whole word, or has one in it, where it is not only the way
// to a method, to a part or to an address.
func (t *typing) value(e ast.Expr) {
	tv := t.Types[e]
	if _, paren := e.(*ast.ParenExpr); paren || !tv.IsValue() || !holds(tv.Type) {
		return
	}
	outer, part := t.around(e)
	if _, made := e.(*ast.CompositeLit); made && isNew(outer, part) {
		return
	}
	if tv.Addressable() && t.isWay(outer, part) {
		return
	}
	what := t.written(tv.Type)
	switch o := outer.(type) {
	case *ast.BinaryExpr, *ast.SwitchStmt, *ast.CaseClause:
		t.refuse(e.Pos(), "compares a %s as a whole, which the judge cannot see as a step: compare what its method Load returns", what)
	case *ast.AssignStmt:
		if o.Tok != token.DEFINE && isOne(o.Lhs, part) {
			t.refuse(e.Pos(), "assigns to a %s as a whole, which the judge cannot see as a step: call its methods, such as Store", what)
			return
		}
		t.copies(e, what)
	default:
		t.copies(e, what)
	}
}

func (t *typing) copies(e ast.Expr, what string) {
	t.refuse(e.Pos(), "copies a %s, which the judge cannot see as a step: use a pointer to it, such as w := &bits[i], and call its methods", what)
}

// isNew says whether a composite literal makes something that no other worker can see yet.
func isNew(outer, part ast.Node) bool {
	switch o := outer.(type) {
	case *ast.UnaryExpr:
		return o.Op == token.AND
	case *ast.AssignStmt, *ast.ValueSpec, *ast.CompositeLit:
		return true // an assignment to something old is refused for its left side
	case *ast.KeyValueExpr:
		return o.Value == part
	}
	return false
}

// isWay says whether an expression is only the way to a method, a part, an address or a length.
func (t *typing) isWay(outer, part ast.Node) bool {
	switch o := outer.(type) {
	case *ast.UnaryExpr:
		return o.Op == token.AND
	case *ast.SelectorExpr:
		return o.X == part
	case *ast.IndexExpr:
		return o.X == part
	case *ast.SliceExpr:
		return o.X == part
	case *ast.RangeStmt:
		return o.X == part && o.Value == nil
	case *ast.CallExpr:
		name := t.builtinName(o)
		return name == "len" || name == "cap"
	}
	return false
}

func isOne(all []ast.Expr, n ast.Node) bool {
	return slices.ContainsFunc(all, func(e ast.Expr) bool { return e == n })
}

// builtinName is the name of the function that is part of Go and that a call calls, or "".
func (t *typing) builtinName(call *ast.CallExpr) string {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := t.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}
