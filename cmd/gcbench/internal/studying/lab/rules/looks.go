package rules

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// This file has the rules that need no types.

// looks applies these rules to a file.
func (c *checker) looks(file *ast.File) {
	if file.Name.Name != "answer" {
		c.refuse(file.Package, "says package %s: it must say package answer", file.Name.Name)
	}
	if c.asksNoGo() {
		c.refuse(file.Package, "is in Go: the lab asks for %s alone", strings.Join(slices.Sorted(maps.Keys(c.lab.Skeleton)), ", "))
		return
	}
	c.imports(file)
	c.declared(file)
	c.directives(file)
	ast.Inspect(file, c.look)
}

// asksNoGo says whether the answers to the lab are no Go.
func (c *checker) asksNoGo() bool {
	for name := range c.lab.Skeleton {
		if strings.HasSuffix(name, ".go") {
			return false
		}
	}
	return len(c.lab.Skeleton) > 0
}

func (c *checker) imports(file *ast.File) {
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		switch {
		case c.lab.Shared != "" && (path == "sync" || path == "sync/atomic"):
			c.refuse(i.Pos(), "imports %s: use the names in %s instead, so that the judge can run your code step by step", path, c.lab.Shared)
		case !slices.Contains(forAnswers, path):
			c.refuse(i.Pos(), "imports %s: an answer may import %s", path, strings.Join(forAnswers, ", "))
		case i.Name != nil && i.Name.Name == ".":
			c.refuse(i.Pos(), "imports the names of %s with a dot: write import %q, and the name of the package before each of its names", path, path)
		}
	}
}

// directives finds comments that are orders to the compiler.
func (c *checker) directives(file *ast.File) {
	for _, group := range file.Comments {
		for _, k := range group.List {
			if constraint.IsPlusBuild(k.Text) {
				c.refuse(k.Pos(), "has the build constraint %q: the judge compiles an answer in several ways, and it must be the same in all", k.Text)
			}
			for _, order := range []string{"//go:", "//line ", "/*line ", "//export ", "//extern "} {
				if strings.HasPrefix(k.Text, order) {
					c.refuse(k.Pos(), "has the directive %q: the judge compiles an answer in several ways, and it must be the same in all", strings.Fields(k.Text)[0])
				}
			}
		}
	}
}

// look finds what begins threads, lets them wait where the explorer does not see it, or tells the
// judge's types from others.
func (c *checker) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if f, ok := ast.Unparen(n.Fun).(*ast.Ident); ok {
			c.builtin(f)
		}
	case *ast.Ident:
		if c.lab.NoWait && (n.Name == "mutex" || n.Name == "giveWay") {
			c.refuse(n.Pos(), "uses %s: in this lab no worker waits for another one", n.Name)
		}
	case *ast.GoStmt:
		c.refuse(n.Pos(), "begins a goroutine: the judge begins the workers")
	case *ast.ChanType, *ast.SelectStmt, *ast.SendStmt:
		c.refuse(n.Pos(), "uses a channel: the judge cannot run it step by step")
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			c.refuse(n.Pos(), "uses a channel: the judge cannot run it step by step")
		}
	case *ast.TypeAssertExpr, *ast.TypeSwitchStmt:
		c.refuse(n.Pos(), "asks for the type of a value: code must do the same for the judge's types and for others, so write the type that you need")
		return false
	}
	return true
}

func (c *checker) builtin(f *ast.Ident) {
	switch f.Name {
	case "recover":
		c.refuse(f.Pos(), "calls recover: the judge has to see each panic")
	case "print", "println":
		c.refuse(f.Pos(), "calls %s, which mixes with the messages of Go itself: use fmt.Println, which go test shows", f.Name)
	}
}
