package stealq_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

func TestParseKind(t *testing.T) {
	for _, k := range stealq.Kinds() {
		found, err := stealq.ParseKind(k.Name)
		require.NoError(t, err)
		require.Same(t, k, found)
	}
	_, err := stealq.ParseKind("nosuch")
	require.EqualError(t, err, `stealq: no kind "nosuch": it must be stealhalf, abp, chaselev, split, rudolph, locked or central`)
}

// A lack in a user's Kind is found before its New is called.
func TestKindValidate(t *testing.T) {
	whole := stealq.Kind{Name: "mine2", New: stealq.Locked.New, Amounts: []stealq.Amount{stealq.One}}
	require.NoError(t, whole.Validate())
	var none *stealq.Kind
	require.ErrorContains(t, none.Validate(), "the Kind is nil")
	for problem, spoil := range map[string]func(k *stealq.Kind){
		`cannot be named ""`:                 func(k *stealq.Kind) { k.Name = "" },
		`cannot be named "My Deque"`:         func(k *stealq.Kind) { k.Name = "My Deque" },
		"Kind mine2 has no New":              func(k *stealq.Kind) { k.New = nil },
		"Kind mine2 has no Amounts":          func(k *stealq.Kind) { k.Amounts = nil },
		"Kind mine2 has an unknown amount 9": func(k *stealq.Kind) { k.Amounts = []stealq.Amount{stealq.One, 9} },
	} {
		k := whole
		spoil(&k)
		require.ErrorContains(t, k.Validate(), problem)
	}
}
