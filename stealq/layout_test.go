//go:build !interleave

package stealq_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// TestHotFieldsAreApart: what thieves write, what the owner publishes and what it
// keeps for itself lie on different cache lines, and on none that the next object
// in memory may share. Every kind keeps its owner's part in a field own; whatever
// is atomic in the struct itself is hot too, except a pointer, which is read often
// and replaced seldom.
func TestHotFieldsAreApart(t *testing.T) {
	for _, k := range stealq.Kinds() {
		t.Run("deque="+k.Name, func(t *testing.T) {
			layout := stealq.Layout(k.New(1, 2)[0])
			_, ok := layout.FieldByName("own")
			require.True(t, ok, "%s keeps its owner's part in no field own", k.Name)
			for i := range layout.NumField() {
				if f := layout.Field(i); hot(f) {
					requireApart(t, layout, f)
				}
			}
		})
	}
}

func hot(f reflect.StructField) bool {
	atomic := f.Type.PkgPath() == "sync/atomic" && !strings.HasPrefix(f.Type.Name(), "Pointer")
	return f.Name == "own" || atomic
}

// requireApart requires that no other field of the struct, nor what lies before or
// after it in memory, is on f's cache lines.
func requireApart(t *testing.T, layout reflect.Type, f reflect.StructField) {
	t.Helper()
	for i := range layout.NumField() {
		g := layout.Field(i)
		if g.Name == "_" || g.Name == f.Name {
			continue
		}
		require.GreaterOrEqual(t, gap(f, g), uintptr(stealq.CacheLines), "%s and %s", f.Name, g.Name)
	}
	require.GreaterOrEqual(t, layout.Size()-f.Offset-f.Type.Size(), uintptr(stealq.CacheLines), "end of %s", f.Name)
	require.GreaterOrEqual(t, f.Offset, uintptr(stealq.CacheLines), "%s", f.Name)
}

// gap is the number of bytes between two fields.
func gap(f, g reflect.StructField) uintptr {
	if f.Offset > g.Offset {
		f, g = g, f
	}
	return g.Offset - f.Offset - f.Type.Size()
}

// TestWorkRangeLayout: the word that thieves poll shares its lines with no other field.
func TestWorkRangeLayout(t *testing.T) {
	layout := reflect.TypeFor[stealq.WorkRange]()
	packed, _ := layout.FieldByName("packed")
	low, _ := layout.FieldByName("low")
	over, _ := layout.FieldByName("over")
	require.GreaterOrEqual(t, packed.Offset, uintptr(stealq.CacheLines))
	require.GreaterOrEqual(t, gap(packed, low), uintptr(stealq.CacheLines))
	require.GreaterOrEqual(t, layout.Size()-over.Offset-over.Type.Size(), uintptr(stealq.CacheLines))
	require.Equal(t, uintptr(408), layout.Size())
}
