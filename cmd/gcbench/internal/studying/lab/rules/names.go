package rules

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/printer"
	"go/token"
	"go/types"
	"io"
	"path"
	"strings"
)

// This file has the rules about names: of files, and of what an answer declares.

// name says what is wrong with the name of a file; "" if nothing is.
func (c *checker) name(name string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
	plain := strings.TrimSuffix(name, ".go")
	_, isJudges := c.lab.Judge[name]
	switch {
	case isJudges:
		return "the judge has a file of this name: give yours another name"
	case strings.Trim(plain, letters) != "":
		return "the name of a file in Go has English letters, digits and _ only: give it another name"
	case !compiled(name, "package answer", "none", "none"):
		return "the go command leaves this file out on some machines or on all, because of its name: give it a name without _ at its beginning, and without the name of a system at its end"
	}
	return ""
}

// compiled says whether the go command compiles a file on such a machine.
func compiled(name, text, system, processor string) bool {
	b := build.Context{GOOS: system, GOARCH: processor, Compiler: "gc", JoinPath: path.Join, OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
	matches, err := b.MatchFile(".", name)
	return matches && err == nil
}

// declared looks at what a file declares.
func (c *checker) declared(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.function(d)
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				c.refuse(d.Pos(), "has a variable outside of all functions: nothing may be kept from one call to the next but in the values that the task names")
			}
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					c.newName(s.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						c.newName(name)
					}
				}
			}
		}
	}
}

func (c *checker) function(d *ast.FuncDecl) {
	switch {
	case d.Body == nil:
		c.refuse(d.Pos(), "declares %s without a body: an answer is in Go alone", d.Name.Name)
	case d.Recv == nil && d.Name.Name == "init":
		c.refuse(d.Pos(), "has a function init, which runs before the judge: do what is needed in the functions that the task names")
	case d.Recv == nil:
		c.newName(d.Name)
	case d.Name.IsExported() && !c.asked()[d.Name.Name]:
		c.refuse(d.Name.Pos(), "has a method %s that the task does not name: the judge, or a package such as fmt, could call it on its own. Begin its name with a small letter", d.Name.Name)
	}
}

// newName refuses a name that Go has already, such as len. It would change what the given files
// say.
func (c *checker) newName(name *ast.Ident) {
	if types.Universe.Lookup(name.Name) != nil {
		c.refuse(name.Pos(), "declares %s, a name that Go has already: use another name", name.Name)
	}
}

// asked are the names of the methods that the lab names: in the skeleton, and in the interfaces of
// the given files.
func (c *checker) asked() map[string]bool {
	names := map[string]bool{}
	for _, f := range parsed(token.NewFileSet(), c.lab.Skeleton) {
		for _, d := range f.Decls {
			if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil {
				names[m.Name.Name] = true
			}
		}
	}
	for _, f := range parsed(token.NewFileSet(), c.lab.Given) {
		ast.Inspect(f, func(n ast.Node) bool {
			if i, ok := n.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, name := range m.Names {
						names[name.Name] = true
					}
				}
			}
			return true
		})
	}
	return names
}

// Missing says which functions of the skeleton the answer does not have: a line for each. It says nothing of
// an answer that the parser cannot read.
func Missing(l *Lab, answer Files) (missing []string) {
	has := map[string]bool{}
	c := &checker{lab: l, fset: token.NewFileSet()}
	c.parse(answer)
	for _, f := range c.files {
		for _, d := range functions(f) {
			has[d.Name.Name] = true
		}
	}
	for _, f := range parsed(token.NewFileSet(), l.Skeleton) {
		for _, d := range functions(f) {
			if d.Body = nil; !has[d.Name.Name] && c.found == nil {
				var b strings.Builder
				printer.Fprint(&b, token.NewFileSet(), d)
				missing = append(missing, fmt.Sprintf("%s is missing: the task asks for %s", d.Name.Name, b.String()))
			}
		}
	}
	return missing
}

func functions(f *ast.File) (all []*ast.FuncDecl) {
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			all = append(all, d)
		}
	}
	return all
}
