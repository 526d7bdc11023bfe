//go:build !interleave

package overflow_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

func TestBytes(t *testing.T) {
	require.Equal(t, int64(12), overflow.NewPool(0, 64).Bytes())
	require.Equal(t, int64(12*2+64), overflow.NewPool(1, 1).Bytes())
	require.Equal(t, int64(12*4+3*128), overflow.NewPool(3, 17).Bytes())
	require.Equal(t, int64(12*1025+1024*256), overflow.NewPool(1024, 64).Bytes())
	nodes := reflect.TypeFor[overflow.Pool]().Field(0).Type.Elem()
	require.Equal(t, uintptr(12), nodes.Size(), "Bytes and NewPool's documentation rely on it")
}

// TestSharedWordsStandApart: a word that every worker writes is at least
// PadBytes from any other field.
func TestSharedWordsStandApart(t *testing.T) {
	for typ, hot := range map[reflect.Type]string{
		reflect.TypeFor[overflow.Pool](): "free",
		reflect.TypeFor[overflow.List](): "top",
	} {
		h, ok := typ.FieldByName(hot)
		require.True(t, ok)
		var before uintptr
		for i := range typ.NumField() {
			f := typ.Field(i)
			if f.Name == "_" || f.Name == hot {
				continue
			}
			require.Less(t, f.Offset, h.Offset, "%s.%s stands behind the shared word", typ, f.Name)
			before = max(before, f.Offset+f.Type.Size())
		}
		require.GreaterOrEqual(t, h.Offset-before, uintptr(overflow.PadBytes), typ)
		require.GreaterOrEqual(t, typ.Size()-h.Offset-h.Type.Size(), uintptr(overflow.PadBytes), typ)
	}
	before, after := overflow.SummaryRoom(3)
	require.Equal(t, uintptr(overflow.PadBytes), before, "and no more: Pending.Bytes counts this")
	require.Equal(t, uintptr(overflow.PadBytes), after)
}
