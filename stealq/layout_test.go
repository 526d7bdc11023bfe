package stealq_test

import (
	"reflect"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// TestHotFieldsAreApart: what thieves write, what the owner publishes and what it
// keeps for itself lie on different cache lines, and on none that the next object
// in memory may share.
func TestHotFieldsAreApart(t *testing.T) {
	hot := map[string][]string{
		"stealhalf": {"packed", "bottom", "own"},
		"locked":    {"own"},
	}
	for _, k := range stealq.Kinds() {
		t.Run("deque="+k.Name, func(t *testing.T) {
			fields := hot[k.Name]
			require.NotEmpty(t, fields, "say which fields of %s are hot", k.Name)
			layout := stealq.Layout(k.New(1, 2)[0])
			for _, name := range fields {
				f, ok := layout.FieldByName(name)
				require.True(t, ok, name)
				for i := range layout.NumField() {
					g := layout.Field(i)
					if g.Name == "_" || g.Name == name {
						continue
					}
					require.GreaterOrEqual(t, gap(f, g), uintptr(stealq.CacheLines), "%s and %s", name, g.Name)
				}
				require.GreaterOrEqual(t, layout.Size()-f.Offset-f.Type.Size(), uintptr(stealq.CacheLines), "end of %s", name)
				require.GreaterOrEqual(t, f.Offset, uintptr(stealq.CacheLines), "%s", name)
			}
		})
	}
}

// gap is the number of bytes between two fields.
func gap(f, g reflect.StructField) uintptr {
	if f.Offset > g.Offset {
		f, g = g, f
	}
	return g.Offset - f.Offset - f.Type.Size()
}
