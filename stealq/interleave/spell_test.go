package interleave_test

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A spelling is the source of a package while the names that its atomics.go declares are
// replaced by what they stand for.
type spelling struct {
	t       *testing.T
	dir     string
	set     *token.FileSet
	texts   map[string]string // by path, atomics.go among them
	trees   map[string]*ast.File
	info    *types.Info
	imports map[string]string // of atomics.go, by name
}

// spellOut returns the files of a package that change, and how many places do. A place
// within another one's arguments waits for the next turn.
func spellOut(t *testing.T, dir string) (changed map[string]string, places int) {
	t.Helper()
	s := &spelling{t: t, dir: dir, texts: map[string]string{}, imports: map[string]string{}}
	pkg, err := build.ImportDir(dir, 0)
	require.NoError(t, err)
	changed = map[string]string{}
	for _, name := range pkg.GoFiles {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		s.texts[filepath.Join(dir, name)] = string(text)
	}
	from := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for more := true; more; {
		s.check(from)
		more = false
		for name, tree := range s.trees {
			if filepath.Base(name) == "atomics.go" {
				continue
			}
			if edits := s.edits(name, tree); len(edits) > 0 {
				s.texts[name] = s.importing(name, apply(s.texts[name], edits), edits)
				changed[name] = s.texts[name]
				places += len(edits)
				more = true
			}
		}
	}
	return changed, places
}

// check parses and type-checks the source. Facts about other packages that it cannot
// find out do not matter here.
func (s *spelling) check(from types.Importer) {
	s.set, s.trees = token.NewFileSet(), map[string]*ast.File{}
	s.info = &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	var files []*ast.File
	for name, text := range s.texts {
		tree, err := parser.ParseFile(s.set, name, text, parser.ParseComments)
		require.NoError(s.t, err)
		s.trees[name] = tree
		files = append(files, tree)
	}
	config := types.Config{Importer: from, Error: func(error) {}}
	config.Check(s.dir, s.set, files, s.info)
	for _, i := range s.atomics().Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		s.imports[filepath.Base(path)] = path
	}
}

func (s *spelling) atomics() *ast.File { return s.trees[filepath.Join(s.dir, "atomics.go")] }

// of is the text of a node in a file of the source.
func (s *spelling) of(n ast.Node) string {
	from, to := s.set.Position(n.Pos()), s.set.Position(n.End())
	return s.texts[from.Filename][from.Offset:to.Offset]
}

// edit replaces text[from:to].
type edit struct {
	from, to int
	text     string
}

// edits are the outermost places of a file where something that atomics.go declares is
// used.
func (s *spelling) edits(name string, tree *ast.File) (all []edit) {
	ast.Inspect(tree, func(n ast.Node) bool {
		text := ""
		switch n := n.(type) {
		case *ast.CallExpr:
			text = s.call(n)
		case *ast.Ident:
			text = s.alias(n)
		}
		if text != "" {
			all = append(all, edit{s.set.Position(n.Pos()).Offset, s.set.Position(n.End()).Offset, text})
		}
		return text == ""
	})
	return all
}

// alias is what a name that is another one's stands for; empty if the name is none.
func (s *spelling) alias(n *ast.Ident) (text string) {
	object := s.info.Uses[n]
	ast.Inspect(s.atomics(), func(d ast.Node) bool {
		if spec, ok := d.(*ast.TypeSpec); ok && spec.Assign.IsValid() && object != nil && spec.Name.Pos() == object.Pos() {
			text = s.of(spec.Type)
		}
		return true
	})
	return text
}

// call is the body of the function or method of atomics.go that is called, with the
// arguments in it; empty if another one is.
func (s *spelling) call(n *ast.CallExpr) string {
	var object types.Object
	receiver := ""
	switch f := n.Fun.(type) {
	case *ast.Ident:
		object = s.info.Uses[f]
	case *ast.SelectorExpr:
		if selection := s.info.Selections[f]; selection != nil {
			object, receiver = selection.Obj(), s.of(f.X)
			_, has := selection.Recv().Underlying().(*types.Pointer)
			if !has && selection.Kind() == types.MethodVal && takesPointer(object) {
				receiver = "&" + receiver
			}
		}
	}
	for _, d := range s.atomics().Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || object == nil || f.Name.Pos() != object.Pos() {
			continue
		}
		if _, begins := f.Body.List[0].(*ast.GoStmt); !begins { // a call that stays one, once for each worker
			return s.body(f, receiver, n.Args)
		}
	}
	return ""
}

// takesPointer says whether a method has a pointer for a receiver.
func takesPointer(method types.Object) bool {
	_, pointer := method.Type().(*types.Signature).Recv().Type().(*types.Pointer)
	return pointer
}

// body is the only statement of f with arguments in the place of parameters.
func (s *spelling) body(f *ast.FuncDecl, receiver string, arguments []ast.Expr) string {
	require.Len(s.t, f.Body.List, 1, "%s: functions of atomics.go have one statement", f.Name.Name)
	text := s.of(f.Body.List[0])
	if r, ok := f.Body.List[0].(*ast.ReturnStmt); ok {
		require.Len(s.t, r.Results, 1)
		text = s.of(r.Results[0])
	}
	values := map[string]string{}
	if f.Recv != nil {
		values[f.Recv.List[0].Names[0].Name] = receiver
	}
	for _, field := range f.Type.Params.List {
		for _, name := range field.Names {
			values[name.Name] = "(" + s.of(arguments[0]) + ")"
			arguments = arguments[1:]
		}
	}
	text = regexp.MustCompile(`\w+`).ReplaceAllStringFunc(text, func(word string) string {
		if value, ok := values[word]; ok {
			return value
		}
		return word
	})
	return strings.ReplaceAll(text, "*&", "")
}

// apply makes edits, which do not overlap.
func apply(text string, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
	for _, e := range edits { // from the end
		text = text[:e.from] + e.text + text[e.to:]
	}
	return text
}

// importing adds to a file the imports of atomics.go that it names and lacks. Lines stay
// where they are.
func (s *spelling) importing(file, text string, edits []edit) string {
	tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
	require.NoError(s.t, err)
	for name, path := range s.imports {
		selector := regexp.MustCompile(`\b` + name + `\.[A-Z]`)
		used := slices.ContainsFunc(edits, func(e edit) bool { return selector.MatchString(e.text) })
		has := slices.ContainsFunc(tree.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == strconv.Quote(path) })
		if used && !has {
			text = strings.Replace(text, "package "+tree.Name.Name, "package "+tree.Name.Name+"; import "+strconv.Quote(path), 1)
		}
	}
	return text
}
