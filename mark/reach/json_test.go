package reach_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// The result of a call is JSON without a line of the user's.
func TestJSON(t *testing.T) {
	g := mark.Func{Nodes: 70, Successors: func(buf []uint32, node uint32) []uint32 { // 3 to 5, 65 and back
		next := map[uint32][]uint32{3: {5, 4}, 5: {65}, 65: {3}}
		return append(buf, next[node]...)
	}}
	is := func(want string, v any) {
		t.Helper()
		text, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, want, string(text))
	}
	r, err := mark.Graph(t.Context(), g, []uint32{3}, mark.Options{})
	require.NoError(t, err)
	is("[3,4,5,65]", r)
	is(`{"Reached":[3,4,5,65]}`, struct{ Reached *mark.Result }{r})
	s, err := reach.Retained(t.Context(), g, []uint32{3}, []uint32{5}, mark.Options{})
	require.NoError(t, err)
	is("[5,65]", s)
	is("[]", new(reach.Set))
	d, err := reach.Levels(t.Context(), mark.Func{Nodes: 4, Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, 2) }}, []uint32{1}, mark.Options{})
	require.NoError(t, err)
	is("[null,0,1,null]", d)
}
