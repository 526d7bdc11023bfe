package interleave_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// production is every package that the build tag interleave compiles against the
// explorer's types: those with a file atomics.go.
var production = directories("atomics.go", "heap", "stealq", "overflow", "mark")

// directories are the folders below these that have such a file, but for the explorer and what is below it.
func directories(pattern string, roots ...string) (dirs []string) {
	for _, root := range roots {
		filepath.WalkDir(filepath.Join("../..", root), func(path string, d fs.DirEntry, _ error) error {
			if d != nil && d.IsDir() && d.Name() == "interleave" {
				return filepath.SkipDir
			}
			if match, _ := filepath.Match(pattern, filepath.Base(path)); match && !slices.Contains(dirs, filepath.Dir(path)) {
				dirs = append(dirs, filepath.Dir(path))
			}
			return nil
		})
	}
	return dirs
}

// TestProductionTypesArePlain: the names that the tag replaces are, in production, other
// spellings of types of the standard library, or types of ordinary memory. An alias is
// the type that it stands for (Go specification, "Alias declarations"), so the compiler
// is given the same program as with atomic.Uint64 written out.
func TestProductionTypesArePlain(t *testing.T) {
	for _, dir := range production {
		tree := parse(t, filepath.Join(dir, "atomics.go"))
		twin := parse(t, filepath.Join(dir, "atomics_interleave.go"))
		require.ElementsMatch(t, declared(tree), declared(twin), "%s: what the files of both builds declare", dir)
		ast.Inspect(tree, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if ok && !spec.Assign.IsValid() {
				switch spec.Type.(type) {
				case *ast.Ident, *ast.ChanType:
				default:
					t.Errorf("%s: type %s is neither an alias nor ordinary memory", dir, spec.Name.Name)
				}
			}
			return true
		})
	}
}

// TestOnlyOneFileNamesAtomics: no other file of a package imports what the tag replaces,
// so nothing that goroutines share escapes the explorer. A package of the marker without such a file imports none of it.
func TestOnlyOneFileNamesAtomics(t *testing.T) {
	require.GreaterOrEqual(t, len(production), 11)
	for _, dir := range append(directories("*.go", "mark/internal"), append(production, "../../mark")...) {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			if match, _ := filepath.Match("*_test.go", filepath.Base(file)); match || filepath.Base(file) == "atomics.go" {
				continue
			}
			for _, i := range parse(t, file).Imports {
				require.NotContains(t, []string{`"sync/atomic"`, `"sync"`}, i.Path.Value, file)
			}
		}
	}
}

func parse(t *testing.T, file string) *ast.File {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	return tree
}

// declared is the names of a file's types, functions, constants and variables, without
// methods.
func declared(tree *ast.File) (names []string) {
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}
