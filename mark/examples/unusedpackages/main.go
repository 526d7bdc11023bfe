// Unusedpackages lists the packages of a Go module that nothing needs: no main package
// imports them, directly or through other packages, and no test of a needed package does.
//
//	go run ./mark/examples/unusedpackages                     the module of this folder
//	go run ./mark/examples/unusedpackages -why PACKAGE        why is PACKAGE needed?
//	go run ./mark/examples/unusedpackages ROOT...             ROOT is needed in any case
//
// It sees the files that the go command would build on this machine, with the present tags.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

func main() {
	folder := flag.String("C", ".", "the root folder of the module")
	why := flag.String("why", "", "say why this package is needed")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *folder, *why, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "unusedpackages:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, folder, why string, roots []string) error {
	packages, err := list(ctx, folder)
	if err != nil {
		return err
	}
	m, err := newModule(packages, roots)
	if err != nil {
		return err
	}
	if why != "" {
		return m.explain(ctx, out, why)
	}
	needed, err := mark.Graph(ctx, m.imports.Adjacency(), m.roots, mark.Options{})
	if err != nil {
		return err
	}
	unused := 0
	for p := range m.imports.Keys(needed.Unreached()) {
		unused++
		fmt.Fprintln(out, p)
	}
	fmt.Fprintf(os.Stderr, "%d of %d packages are not needed\n", unused, m.imports.Len())
	return nil
}

// goPackage has the fields of "go list -json" that matter here.
type goPackage struct {
	ImportPath, Name                   string
	Imports, TestImports, XTestImports []string
}

// list asks the go command for the packages of the module.
func list(ctx context.Context, folder string) (packages []goPackage, err error) {
	c := exec.CommandContext(ctx, "go", "list", "-json=ImportPath,Name,Imports,TestImports,XTestImports", "./...")
	c.Dir = folder
	var problems bytes.Buffer
	c.Stderr = &problems
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list ./... in %s: %w\n%s", folder, err, &problems)
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p goPackage
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, fmt.Errorf("what go list has printed: %w", err)
		}
		packages = append(packages, p)
	}
}

// module is the graph of a module's packages: an edge leads from each package to those that
// it imports.
type module struct {
	imports mark.Edges[string]
	roots   []uint32
}

func newModule(packages []goPackage, roots []string) (*module, error) {
	m := &module{}
	for _, p := range packages {
		number := m.imports.Add(p.ImportPath)
		if p.Name == "main" {
			m.roots = append(m.roots, number)
		}
	}
	for _, root := range roots {
		number, known := m.imports.Number(root)
		if !known {
			return nil, fmt.Errorf("root %s: it must be the import path of a package of the module", root)
		}
		m.roots = append(m.roots, number)
	}
	if len(m.roots) == 0 {
		return nil, errors.New("there is no main package: name the packages that other modules import")
	}
	for _, p := range packages {
		for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if _, ours := m.imports.Number(i); ours { // packages of other modules are left out
				m.imports.Edge(p.ImportPath, i)
			}
		}
	}
	return m, nil
}

// explain prints a shortest chain of imports that leads to the package.
func (m *module) explain(ctx context.Context, out io.Writer, name string) error {
	number, known := m.imports.Number(name)
	if !known {
		return fmt.Errorf("-why %s: it must be the import path of a package of the module", name)
	}
	path, err := reach.Path(ctx, m.imports.Adjacency(), m.roots, number, mark.Options{})
	switch {
	case err != nil:
		return err
	case path == nil:
		fmt.Fprintln(out, name, "is not needed")
	}
	for i, p := range path {
		says := "imports"
		if i == 0 {
			says = "needed:"
		}
		fmt.Fprintln(out, says, m.imports.Key(p))
	}
	return nil
}
