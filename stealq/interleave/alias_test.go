package interleave_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/overflow"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// TestProductionTypesArePlain: the names that the explorer's copies replace are, in
// production, other spellings of sync/atomic's types, and not types of their own. An
// alias is the type it stands for (Go specification, "Alias declarations"), so the
// compiler is given the same program as with atomic.Uint64 written out.
func TestProductionTypesArePlain(t *testing.T) {
	for _, dir := range []string{"stealq", "overflow", "mark", "heap"} {
		file := filepath.Join("../..", dir, "atomics.go")
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		aliases := 0
		ast.Inspect(tree, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Name != "pad" {
				require.True(t, spec.Assign.IsValid(), "%s: type %s is not an alias", file, spec.Name.Name)
				aliases++
			}
			return true
		})
		require.Positive(t, aliases, file)
	}

	atomics := map[reflect.Type]int{}
	seen := map[reflect.Type]bool{}
	for _, k := range stealq.Kinds() {
		collect(reflect.TypeOf(k.New(1, 2)[0]), seen, atomics)
	}
	for _, root := range []reflect.Type{reflect.TypeFor[stealq.WorkRange](), reflect.TypeFor[overflow.List](),
		reflect.TypeFor[overflow.Pending](), reflect.TypeFor[mark.Marker]()} {
		collect(root, seen, atomics)
	}
	for _, want := range []reflect.Type{reflect.TypeFor[atomic.Uint64](), reflect.TypeFor[atomic.Uint32](),
		reflect.TypeFor[atomic.Int64](), reflect.TypeFor[atomic.Bool]()} {
		require.Positive(t, atomics[want], want)
	}
	for typ := range seen {
		require.False(t, strings.Contains(typ.PkgPath(), "interleave"), "%v in production", typ)
	}
}

// collect walks a type and counts the fields and elements of sync/atomic's types.
func collect(t reflect.Type, seen map[reflect.Type]bool, atomics map[reflect.Type]int) {
	if t.PkgPath() == "sync/atomic" {
		atomics[t]++
		return
	}
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		collect(t.Elem(), seen, atomics)
	case reflect.Struct:
		for i := range t.NumField() {
			collect(t.Field(i).Type, seen, atomics)
		}
	}
}
