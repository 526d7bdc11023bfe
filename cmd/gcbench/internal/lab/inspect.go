package lab

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// mayImport are the packages that an answer may import. None of them lets code reach the
// judge: its files, its memory, its environment or its end. None shares memory between
// threads in a way that the explorer does not see.
var mayImport = []string{"cmp", "encoding/binary", "errors", "fmt", "maps", "math", "math/bits", "slices", "sort", "strconv", "strings"}

// variables are those of the packages in mayImport that an answer could keep something in.
var variables = []string{"ErrRange", "ErrSyntax", "ErrUnsupported"}

// inspector looks for what the judge cannot judge in the files of an answer.
type inspector struct {
	files *token.FileSet
	lab   *Lab
	found []string
}

// inspect returns what keeps the judge from judging these files, a sentence each. A file in Go
// that the inspector cannot read is not judged. The compiler may read it: the parser here has
// limits that the compiler has not, such as how deep parentheses may nest.
func inspect(l *Lab, answer Files) []string {
	in := &inspector{files: token.NewFileSet(), lab: l}
	for _, name := range sorted(answer) {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		file, err := parser.ParseFile(in.files, name, answer[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			in.found = append(in.found, unread(err))
			continue
		}
		if file.Name.Name != "answer" {
			in.complain(file.Package, "says package %s: it must say package answer", file.Name.Name)
		}
		in.imports(file)
		in.variables(file)
		in.names(file)
		in.comments(file)
		ast.Inspect(file, in.look)
	}
	return in.found
}

func (in *inspector) complain(at token.Pos, format string, args ...any) {
	p := in.files.PositionFor(at, false)
	in.found = append(in.found, shortened(fmt.Sprintf("%s:%d: %s", p.Filename, p.Line, fmt.Sprintf(format, args...))))
}

func (in *inspector) imports(file *ast.File) {
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		switch {
		case !in.lab.alone && (path == "sync" || path == "sync/atomic"):
			in.complain(i.Pos(), "imports %s: use the names in %s instead, so that the judge can run your code step by step", path, atomicsFile)
		case !slices.Contains(mayImport, path):
			in.complain(i.Pos(), "imports %s: an answer may import %s", path, strings.Join(mayImport, ", "))
		}
	}
}

// unread is the first thing that keeps the parser from reading a file.
func unread(err error) string {
	if all := (scanner.ErrorList)(nil); errors.As(err, &all) && len(all) > 0 {
		err = all[0]
	}
	return shortened(err.Error())
}

// shortened cuts a message that repeats a long text of the answer.
func shortened(message string) string {
	const most = 300
	if len(message) > most {
		return strings.ToValidUTF8(message[:most], "") + "..."
	}
	return message
}

// names finds declarations of names that Go has already, such as len. They would change what
// the given files say.
func (in *inspector) names(file *ast.File) {
	refuse := func(name *ast.Ident) {
		if types.Universe.Lookup(name.Name) != nil {
			in.complain(name.Pos(), "declares %s, a name that Go has already: use another name", name.Name)
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				refuse(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					refuse(s.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						refuse(name)
					}
				}
			}
		}
	}
}

// variables finds those that outlive a call, and belong to no deque or list. The judge runs
// small programs again and again from their beginning, and such variables would remember.
func (in *inspector) variables(file *ast.File) {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			in.complain(g.Pos(), "has a variable outside of all functions: nothing may be kept from one call to the next but in the values that the task names")
		}
	}
}

// comments finds those that are orders to the compiler.
func (in *inspector) comments(file *ast.File) {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "// +build") || strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ") {
				in.complain(c.Pos(), "has the directive %q: the judge compiles an answer in several ways, and it must be the same in all", strings.Fields(c.Text)[0])
			}
		}
	}
}

// look finds statements that begin threads, or let them wait where the explorer cannot see
// it.
func (in *inspector) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if f, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && f.Name == "recover" {
			in.complain(n.Pos(), "calls recover: the judge has to see each panic")
		}
	case *ast.Ident:
		if in.lab.noWait && (n.Name == "mutex" || n.Name == "giveWay") {
			in.complain(n.Pos(), "uses %s: in this lab no worker waits for another one", n.Name)
		}
	case *ast.SelectorExpr:
		if slices.Contains(variables, n.Sel.Name) {
			in.complain(n.Pos(), "uses %s, a variable of another package: nothing may be kept from one call to the next but in the values that the task names", n.Sel.Name)
		}
	case *ast.GoStmt:
		in.complain(n.Pos(), "begins a goroutine: the judge begins the workers")
	case *ast.ChanType, *ast.SelectStmt, *ast.SendStmt:
		in.complain(n.Pos(), "uses a channel: the judge cannot run it step by step")
	}
	return true
}
