package rules

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
)

// std has the packages that an answer and the given files may import, as declarations without
// bodies. They are those of the standard library, as far as an answer may use it. A name that is
// not declared is refused. None of it keeps anything, does anything else in its next call, lets
// code reach the judge (its files, its memory, its environment, its end), or lets threads share
// memory in a way that the explorer does not see. And none hands the code of an answer to code
// that recovers from its panics, as fmt.Sprint does with a method String.
//
//go:embed all:_std
var std embed.FS

// forAnswers are the packages of std that an answer may import, and not the given files alone.
var forAnswers = []string{"cmp", "fmt", "math", "math/bits", "slices"}

// library imports the packages of std.
type library map[string]*types.Package

// Import returns a package of std.
func (l library) Import(name string) (*types.Package, error) {
	if p := l[name]; p != nil {
		return p, nil
	}
	text, err := std.ReadFile(path.Join("_std", name, path.Base(name)+".go"))
	if err != nil {
		return nil, fmt.Errorf("no answer may import it")
	}
	fset := token.NewFileSet()
	conf := types.Config{IgnoreFuncBodies: true, Importer: l, Sizes: sizes()}
	p, err := conf.Check(name, fset, parsed(fset, Files{"std.go": string(text)}), nil)
	if err != nil {
		return nil, err
	}
	l[name] = p
	return p, nil
}

// sizes are those of this machine: the judge is compiled for it.
func sizes() types.Sizes { return types.SizesFor("gc", runtime.GOARCH) }

// members are the exported names of a package, for messages.
func members(p *types.Package) []string {
	return slices.DeleteFunc(p.Scope().Names(), func(name string) bool { return !token.IsExported(name) })
}

// parsed returns the files that are Go, no test, and compiled into a judge that runs threads. They
// are our own: they have no errors.
func parsed(fset *token.FileSet, files Files) (all []*ast.File) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !compiled(name, files[name], runtime.GOOS, runtime.GOARCH) || isTest(name) {
			continue
		}
		if f, err := parser.ParseFile(fset, name, files[name], parser.SkipObjectResolution); err == nil {
			all = append(all, f)
		}
	}
	return all
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }
