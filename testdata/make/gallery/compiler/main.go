// Compiler is the front of a compiler: it parses and checks Go packages with everything that
// they import, keeps all trees and types, and writes its heap to a file:
//
//	go run ./testdata/make/gallery/compiler go.dump net/http go/types
package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// A loader checks packages of the standard library, each once, and keeps what it learns.
type loader struct {
	files    *token.FileSet
	packages map[string]*checked
}

// A checked package has its trees and what the names in them mean.
type checked struct {
	trees []*ast.File
	types *types.Package
	info  *types.Info
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: compiler FILE PACKAGE...: it needs the file to write and packages, such as net/http")
		os.Exit(2)
	}
	build.Default.CgoEnabled = false
	l := &loader{token.NewFileSet(), map[string]*checked{}}
	for _, path := range os.Args[2:] {
		if _, err := l.Import(path); err != nil {
			fmt.Fprintln(os.Stderr, "compiler:", err)
			os.Exit(1)
		}
	}
	if err := dump(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "compiler:", err)
		os.Exit(1)
	}
	fmt.Printf("%d packages\n", len(l.packages))
	runtime.KeepAlive(l)
}

// Import returns the package, for the checker of a package that imports it.
func (l *loader) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := l.packages[path]; p != nil {
		return p.types, nil
	}
	p := &checked{info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	if err := p.parse(l.files, path); err != nil {
		return nil, err
	}
	checker := types.Config{Importer: l, Sizes: types.SizesFor("gc", build.Default.GOARCH)}
	var err error
	if p.types, err = checker.Check(path, l.files, p.trees, p.info); err != nil {
		return nil, err
	}
	l.packages[path] = p
	return p.types, nil
}

// parse reads the files of the package that belong to this machine's system.
func (p *checked) parse(files *token.FileSet, path string) error {
	dir := filepath.Join(build.Default.GOROOT, "src", path)
	if strings.HasPrefix(path, "golang.org/") {
		dir = filepath.Join(build.Default.GOROOT, "src", "vendor", path)
	}
	found, err := build.ImportDir(dir, 0)
	if err != nil {
		return err
	}
	for _, name := range found.GoFiles {
		tree, err := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return err
		}
		p.trees = append(p.trees, tree)
	}
	return nil
}

// dump writes the heap to the file, without most of what is dead.
func dump(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	runtime.GC()
	debug.WriteHeapDump(file.Fd())
	return file.Close()
}
