package rules

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// This file lets the type checker read an answer, beside the given files as they are compiled for
// threads, and applies the rules that need types.

// typed applies these rules. The errors are those of the type checker, if it finds any: then there
// are no types.
func (c *checker) typed() (errors []string) {
	given := parsed(c.fset, c.lab.Given)
	conf := types.Config{Importer: library{}, Sizes: sizes(), Error: func(err error) {
		if e, ok := err.(types.Error); ok {
			errors = append(errors, cut(e.Fset.PositionFor(e.Pos, false).String()+": "+strings.TrimPrefix(e.Msg, "\t")))
		}
	}}
	t := &typing{checker: c, given: map[*token.File]bool{}, Info: types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}}
	for _, f := range given {
		t.given[c.fset.File(f.Pos())] = true
	}
	t.pkg, _ = conf.Check("answer", c.fset, append(given, c.files...), &t.Info)
	for _, f := range c.files {
		ast.Inspect(f, t.member)
	}
	if len(errors) > 0 {
		return errors
	}
	for _, f := range c.files {
		t.walk(f)
	}
	return nil
}

// typing is what the type checker knows of an answer.
type typing struct {
	*checker
	types.Info
	given map[*token.File]bool
	pkg   *types.Package
	path  []ast.Node // from the file to what is looked at
}

// member refuses a name of a package that an answer may not use.
func (t *typing) member(n ast.Node) bool {
	s, ok := n.(*ast.SelectorExpr)
	if !ok {
		return true
	}
	if p := t.imported(s.X); p != nil && p.Scope().Lookup(s.Sel.Name) == nil {
		t.refuse(s.Pos(), "uses %s.%s: of %s an answer may use %s", p.Name(), s.Sel.Name, p.Path(), strings.Join(members(p), ", "))
	}
	return true
}

// imported is the package that an expression names; nil if it names none.
func (t *typing) imported(x ast.Expr) *types.Package {
	if id, ok := x.(*ast.Ident); ok {
		if name, ok := t.Uses[id].(*types.PkgName); ok {
			return name.Imported()
		}
	}
	return nil
}

// isImported says whether an expression is a name of another package.
func (t *typing) isImported(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && t.imported(s.X) != nil
}

// walk applies the rules to all parts of a file.
func (t *typing) walk(f *ast.File) {
	ast.PreorderStack(f, nil, func(n ast.Node, path []ast.Node) bool {
		t.path = path
		t.node(n)
		return true
	})
}

func (t *typing) node(n ast.Node) {
	t.twin(n)
	t.again(n)
	switch n := n.(type) {
	case *ast.TypeSpec:
		t.typeSpec(n)
	case *ast.RangeStmt:
		t.ranges(n)
	case *ast.Ident:
		t.ident(n)
	case *ast.CallExpr:
		t.call(n)
	case *ast.SelectorExpr:
		t.field(n)
	}
	if e, ok := n.(ast.Expr); ok {
		t.value(e)
		t.hidden(e)
	}
}

// around is what an expression is part of, without parentheses: the last node of the path that is
// none, and the part of it that the expression is.
func (t *typing) around(e ast.Expr) (outer ast.Node, part ast.Node) {
	part = e
	for i := len(t.path) - 1; i >= 0; i-- {
		if _, ok := t.path[i].(*ast.ParenExpr); !ok {
			return t.path[i], part
		}
		part = t.path[i]
	}
	return nil, part
}

// isGiven says whether an object is declared in a given file.
func (t *typing) isGiven(o types.Object) bool {
	return o != nil && o.Pkg() == t.pkg && t.given[t.fset.File(o.Pos())]
}

// written is a type as the answer writes it.
func (t *typing) written(of types.Type) string {
	return types.TypeString(of, func(p *types.Package) string {
		if p == t.pkg {
			return ""
		}
		return p.Name()
	})
}
