package engine

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever reads a graph lets faults of mapped memory be panics while it runs. Afterwards its caller
// has them as before, however it ended.
func TestCallerKeepsItsFaults(t *testing.T) {
	ours := debug.SetPanicOnFault(false)
	defer func() { debug.SetPanicOnFault(ours) }()
	m, _ := policyMarker(t, Options{Workers: 2})
	ctx, roots := t.Context(), []uint32{0}
	for name, reads := range map[string]func(g Digraph) error{
		"MarkGraph":   func(g Digraph) error { _, err := m.MarkGraph(ctx, g, roots); return err },
		"ExtendGraph": func(g Digraph) error { m.MarkGraph(ctx, g, nil); _, err := m.ExtendGraph(ctx, g, roots); return err },
		"Graph":       func(g Digraph) error { _, err := Graph(ctx, g, roots, Options{}); return err },
	} {
		inside := false
		for _, fails := range []bool{false, true} {
			g := Func{Nodes: 2, Successors: func(buf []uint32, _ uint32) []uint32 {
				inside = debug.SetPanicOnFault(true)
				if fails {
					panic("no successors")
				}
				return buf
			}}
			for _, before := range []bool{false, true} {
				inside = false
				debug.SetPanicOnFault(before)
				err := reads(g)
				after := debug.SetPanicOnFault(false)
				require.Equal(t, fails, err != nil, name)
				require.True(t, inside, "%s: a fault would end the process", name)
				require.Equal(t, before, after, name)
			}
		}
	}
}
