package rules

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// This file has the rules about uses of types: in declarations, calls, loops and fields.

// ident looks at a variable that is declared, and at the types that a generic name is used with.
func (t *typing) ident(id *ast.Ident) {
	if v, ok := t.Defs[id].(*types.Var); ok {
		if s := signatureOf(t.path); s && holds(v.Type()) {
			t.refuse(id.Pos(), "has a %s as a parameter or a result, which is a copy: use a pointer to it", t.written(v.Type()))
		}
		if t.isHidden(v.Type()) {
			t.refuse(id.Pos(), "gives %s a type with an interface in it: the judge has to know what a variable holds, so write the type that you need", id.Name)
		}
	}
	args := t.Instances[id].TypeArgs
	for i := range args.Len() {
		if leads(args.At(i)) {
			t.refuse(id.Pos(), "uses %s with the type %s, which workers share: code for all types would copy it, or tell the judge's types from others, so write a loop over pointers", id.Name, t.written(args.At(i)))
		}
	}
}

// signatureOf says whether the last node of a path declares a parameter or a result.
func signatureOf(path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch path[i].(type) {
		case *ast.Field, *ast.FieldList:
		case *ast.FuncType, *ast.FuncDecl:
			return true
		default:
			return false
		}
	}
	return false
}

// typeSpec refuses a new type that is a shared one under another name: it would have its parts
// and not its methods.
func (t *typing) typeSpec(s *ast.TypeSpec) {
	base, ok := types.Unalias(t.Types[s.Type].Type).(*types.Named)
	if ok && !s.Assign.IsValid() && leads(base) {
		t.refuse(s.Pos(), "makes the type %s of %s, which workers share: use %s itself", s.Name.Name, t.written(t.Types[s.Type].Type), t.written(t.Types[s.Type].Type))
	}
}

// ranges refuses loops that copy words, and loops in an order that is another one each time.
func (t *typing) ranges(r *ast.RangeStmt) {
	over := t.Types[r.X].Type
	if over == nil {
		return
	}
	if id, ok := r.Value.(*ast.Ident); ok && t.Defs[id] != nil && holds(t.Defs[id].Type()) {
		t.refuse(id.Pos(), "copies each %s that it ranges over, which the judge cannot see as a step: range over the index alone, and use the methods of bits[i]", t.written(t.Defs[id].Type()))
	}
	if isMap(over) {
		t.refuse(r.Pos(), "ranges over a map, or over what may be one, in another order each time: the judge repeats what an answer does, so use a slice")
	}
}

// isMap says whether a type is a map, or stands for types that may be maps.
func isMap(of types.Type) bool {
	_, parameter := types.Unalias(of).(*types.TypeParam)
	_, found := of.Underlying().(*types.Map)
	return parameter || found
}

// call looks at conversions, at functions that are part of Go, and at what is printed.
func (t *typing) call(c *ast.CallExpr) {
	fun := t.Types[ast.Unparen(c.Fun)]
	if fun.IsType() && len(c.Args) == 1 {
		if from := t.Types[c.Args[0]].Type; from != nil && from != types.Typ[types.UntypedNil] && !types.Identical(from, fun.Type) && (leads(fun.Type) || leads(from)) {
			t.refuse(c.Pos(), "converts a %s to a %s: workers share it, and the judge has to know it by its own type", t.written(from), t.written(fun.Type))
		}
	}
	switch name := t.builtinName(c); name {
	case "append", "copy", "clear":
		if s, ok := t.Types[c.Args[0]].Type.Underlying().(interface{ Elem() types.Type }); ok && holds(s.Elem()) {
			t.refuse(c.Pos(), "calls %s with a slice of %s, which the judge cannot see as a step: make the slice once, with make, and use the methods of what is in it", name, t.written(s.Elem()))
		}
	case "panic":
		t.printed(c, name, true)
	}
	t.room(c, fun)
	if s, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
		if p := t.imported(s.X); p != nil && p.Path() == "fmt" {
			t.printed(c, "fmt."+s.Sel.Name, strings.HasSuffix(s.Sel.Name, "f"))
		}
	}
}

// printed refuses arguments that are more than numbers and strings. A pointer would show where
// memory lies, and a word its type, or its value without a step. A format could show where a
// slice lies.
func (t *typing) printed(c *ast.CallExpr, name string, one bool) {
	for _, arg := range c.Args {
		if of := t.Types[arg].Type; of == nil || !isPlain(of, one, nil) {
			also := "; fmt.Println also prints slices of these"
			if !one {
				also = ", and slices, arrays and structs of these"
			}
			t.refuse(arg.Pos(), "gives %s a %s: it may have numbers, strings and truth values, such as what Load returns%s", name, t.written(of), also)
		}
	}
}

// isPlain says whether a type is a number, a string or a truth value, or, unless there may be one
// alone, made of these. A type that is made of itself is not: inside are the types around it.
func isPlain(of types.Type, one bool, inside []types.Type) bool {
	if slices.Contains(inside, of) {
		return false
	}
	inside = append(inside, of)
	switch u := of.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer && u.Kind() != types.UntypedNil && u.Kind() != types.Invalid
	case *types.Slice:
		return !one && isPlain(u.Elem(), false, inside)
	case *types.Array:
		return !one && isPlain(u.Elem(), false, inside)
	case *types.Struct:
		for f := range u.Fields() {
			if !isPlain(f.Type(), false, inside) {
				return false
			}
		}
		return !one && !holds(of)
	}
	return false
}

// hidden refuses an expression whose type has an interface in it, but for the functions that
// print. An interface hides what it holds: a word in it could be copied, compared or printed.
func (t *typing) hidden(e ast.Expr) {
	tv := t.Types[e]
	if _, paren := e.(*ast.ParenExpr); paren || !tv.IsValue() || !t.isHidden(tv.Type) {
		return
	}
	outer, part := t.around(e)
	if call, ok := outer.(*ast.CallExpr); ok && call.Fun == part && t.isImported(e) {
		return
	}
	if call, ok := e.(*ast.CallExpr); ok && t.isImported(ast.Unparen(call.Fun)) {
		return // what is done with the result is looked at, too
	}
	t.refuse(e.Pos(), "uses a value of type %s, with an interface in it: the judge has to know what a value is, so write the type that you need", t.written(tv.Type))
}

// isHidden says whether a type has an interface in it that is none of the given ones.
func (t *typing) isHidden(of types.Type) bool {
	return mentions(of, func(u types.Type) (found, deeper bool) {
		switch u := u.(type) {
		case *types.TypeParam:
			return false, false
		case *types.Named:
			return false, !t.isGiven(u.Obj())
		case *types.Interface:
			return true, false
		}
		return false, true
	})
}

// field refuses writes of plain fields that the given files keep beside words. Workers share
// these, too, and the judge sees no step.
func (t *typing) field(s *ast.SelectorExpr) {
	chosen := t.Selections[s]
	if chosen == nil || chosen.Kind() != types.FieldVal || !t.isGiven(chosen.Obj()) || !t.besideWords(chosen.Obj()) {
		return
	}
	if holds(chosen.Type()) || isStruct(chosen.Type()) {
		return
	}
	outer, part := t.around(s)
	written := false
	switch o := outer.(type) {
	case *ast.AssignStmt:
		written = isOne(o.Lhs, part)
	case *ast.IncDecStmt:
		written = true
	case *ast.RangeStmt:
		written = o.Key == part || o.Value == part
	case *ast.UnaryExpr:
		written = o.Op == token.AND
	}
	if written {
		t.refuse(s.Pos(), "changes %s, or takes its address: the given files set it once, and workers share it without a step that the judge can see", s.Sel.Name)
	}
}

func isStruct(of types.Type) bool { _, is := of.Underlying().(*types.Struct); return is }

// besideWords says whether a field belongs to a given type with words in it.
func (t *typing) besideWords(field types.Object) bool {
	for _, name := range t.pkg.Scope().Names() {
		o, ok := t.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !t.isGiven(o) {
			continue
		}
		if s, ok := o.Type().Underlying().(*types.Struct); ok && leads(s) {
			for f := range s.Fields() {
				if f == field {
					return true
				}
			}
		}
	}
	return false
}
