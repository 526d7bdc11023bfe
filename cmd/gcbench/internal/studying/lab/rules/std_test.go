package rules

import (
	"go/importer"
	"go/types"
	"io/fs"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestStd: what std declares is what the standard library declares.
func TestStd(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	real := importer.Default()
	require.NoError(t, fs.WalkDir(std, "_std", func(path string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return err
		}
		name := strings.TrimPrefix(path[:strings.LastIndex(path, "/")], "_std/")
		ours, err := library{}.Import(name)
		require.NoError(t, err)
		theirs, err := real.Import(name)
		if err != nil {
			t.Skip("the go command is needed, for the real packages:", err)
		}
		for _, member := range members(ours) {
			a, b := ours.Scope().Lookup(member), theirs.Scope().Lookup(member)
			if assert.NotNil(t, b, "%s.%s", name, member) {
				assert.Equal(t, declared(b), declared(a), "%s.%s", name, member)
			}
		}
		return nil
	}))
}

// declared is an object as it is declared, without the names of its parameters. Of a type that is
// no constraint these are its methods.
func declared(o types.Object) string {
	switch o := o.(type) {
	case *types.Const:
		return o.String() // with its value
	case *types.TypeName:
		var all []string
		methods := types.NewMethodSet(types.NewPointer(o.Type()))
		for m := range methods.Methods() {
			if m.Obj().Exported() {
				all = append(all, m.Obj().Name()+nameless(m.Obj().Type().(*types.Signature)))
			}
		}
		return o.Name() + ": " + strings.Join(all, ", ")
	case *types.Func:
		return o.Name() + nameless(o.Type().(*types.Signature))
	}
	return "a variable"
}

// nameless writes a signature.
func nameless(s *types.Signature) string {
	text := "["
	for p := range s.TypeParams().TypeParams() {
		text += p.String() + " " + p.Constraint().String() + ";"
	}
	text += "]("
	for _, vars := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range vars.Variables() {
			text += v.Type().String() + ";"
		}
		text += ")("
	}
	if s.Variadic() {
		text += "..."
	}
	return text
}

// TestTwins: the explorer's types have the methods of those whose place they take, and no others. A
// struct that has one of them in it, and another type with a method of the same name further down,
// would tell them apart.
func TestTwins(t *testing.T) {
	for _, pair := range [][2]any{{new(atomic.Uint64), new(interleave.Uint64)}, {new(sync.Mutex), new(interleave.Mutex)}} {
		assert.Equal(t, methods(pair[0]), methods(pair[1]))
	}
}

// methods are the methods of a pointer, and the exported fields of what it points to.
func methods(pointer any) (all []string) {
	of := reflect.TypeOf(pointer)
	for i := range of.NumMethod() {
		m := of.Method(i)
		text := m.Name
		for i := range m.Type.NumIn() {
			if in := m.Type.In(i); in != of {
				text += " " + in.String()
			}
		}
		for i := range m.Type.NumOut() {
			text += ", returns " + m.Type.Out(i).String()
		}
		all = append(all, text)
	}
	for i := range of.Elem().NumField() {
		if f := of.Elem().Field(i); f.IsExported() || f.Anonymous {
			all = append(all, f.Name)
		}
	}
	return all
}
