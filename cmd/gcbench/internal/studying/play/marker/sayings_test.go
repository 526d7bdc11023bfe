//go:build interleave && !fullsize

package marker

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSayings: package mark, crew or work has each function that a saying is about. A worker in a function that is called otherwise
// would say nothing.
func TestSayings(t *testing.T) {
	files, err := filepath.Glob(filepath.FromSlash("../../../../../../mark/*.go"))
	require.NoError(t, err)
	for _, seam := range []string{"engine", "crew", "work"} {
		more, err := filepath.Glob(filepath.FromSlash("../../../../../../mark/internal/" + seam + "/*.go"))
		require.NoError(t, err)
		files = append(files, more...)
	}
	has := map[string]bool{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				has[called(f)] = true
			}
		}
	}
	for function := range sayings {
		require.True(t, has[function], "engine, crew and work have no %s", function)
	}
}

// called is a method as a stack has it: (*T).Name or T.Name.
func called(f *ast.FuncDecl) string {
	receiver := f.Recv.List[0].Type
	name := types.ExprString(receiver)
	if _, points := receiver.(*ast.StarExpr); points {
		name = "(" + name + ")"
	}
	return name + "." + f.Name.Name
}
