package reach_test

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// Whatever reads a graph lets faults of mapped memory be panics while it runs. Afterwards its caller
// has them as before, however it ended.
func TestCallerKeepsItsFaults(t *testing.T) {
	ours := debug.SetPanicOnFault(false)
	defer func() { debug.SetPanicOnFault(ours) }()
	ctx, roots := t.Context(), []uint32{0}
	for name, reads := range map[string]func(g mark.Digraph) error{
		"Levels":     func(g mark.Digraph) error { _, err := reach.Levels(ctx, g, roots, mark.Options{}); return err },
		"Path":       func(g mark.Digraph) error { _, err := reach.Path(ctx, g, roots, 1, mark.Options{}); return err },
		"Retained":   func(g mark.Digraph) error { _, err := reach.Retained(ctx, g, roots, roots, mark.Options{}); return err },
		"Ephemerons": func(g mark.Digraph) error { _, err := reach.Ephemerons(ctx, g, roots, nil, mark.Options{}); return err },
	} {
		inside := false
		for _, fails := range []bool{false, true} {
			g := mark.Func{Nodes: 2, Successors: func(buf []uint32, _ uint32) []uint32 {
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
