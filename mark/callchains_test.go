package mark_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// All graphs of three nodes, stretched to paths around the length of a batch, as functions. Each node that is
// reached is asked for once. A third of the answers is memory of the user's own, which stays as it was.
func TestListsOfAFunction(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	const canary = 1 << 31
	var markers [2]*mark.Marker
	for i := range markers {
		markers[i] = newMarker(t, mark.Options{Workers: i + 1})
	}
	for edges := range uint(1 << 9) {
		g, where := stretched(3, edges, 30+int(edges%5)*7, random)
		calls := make([]int, g.Nodes)
		own := make([][2]uint32, g.Nodes)
		counted := mark.Func{Nodes: g.Nodes, Successors: func(buf []uint32, node uint32) []uint32 {
			calls[node]++
			if buf = g.Successors(buf, node); node%3 == 0 && len(buf) == 1 {
				own[node] = [2]uint32{buf[0], canary}
				return own[node][:1]
			}
			return buf
		}}
		want := search(g, uint32(where[0]))
		for _, m := range markers[:1+edges%2] {
			clear(calls)
			got, err := m.MarkGraph(context.Background(), counted, []uint32{uint32(where[0])})
			require.NoError(t, err)
			require.Equal(t, want, slices.Collect(got.All()), "edges %b", edges)
			requireEachScanned(t, got)
			for node, n := range calls {
				if n > 1 || own[node][1] != 0 && own[node][1] != canary {
					t.Fatalf("node %d was asked for %d times, behind its answer is %d", node, n, own[node][1])
				}
			}
		}
	}
}

// A list ends at each node in each way: with an error that says why, and that names the node. The
// nodes reached by then are those that the list has up to there.
func TestListOfAFunctionEnds(t *testing.T) {
	const nodes = 200
	broken := errors.New("broken")
	m := newMarker(t, mark.Options{Workers: 2})
	for at := range uint32(nodes) {
		for _, c := range []struct {
			name    string
			answer  func(buf []uint32, cancel func()) ([]uint32, error)
			reached int
			wrong   func(err error) bool
		}{
			{"no node", func(buf []uint32, _ func()) ([]uint32, error) { return append(buf, nodes+1), nil }, int(at) + 1,
				func(err error) bool { return err != nil }},
			{"error", func([]uint32, func()) ([]uint32, error) { return nil, broken }, int(at) + 1,
				func(err error) bool { var e *mark.NodeError; return errors.As(err, &e) && e.Node == at }},
			{"panic", func([]uint32, func()) ([]uint32, error) { panic(broken) }, int(at) + 1,
				func(err error) bool { var e *mark.PanicError; return errors.As(err, &e) && e.Node == at }},
			{"cancelled", func(buf []uint32, cancel func()) ([]uint32, error) { cancel(); return append(buf, at+1), nil }, int(at) + 2,
				func(err error) bool { return errors.Is(err, context.Canceled) }},
			{"nothing", func(buf []uint32, _ func()) ([]uint32, error) { return buf, nil }, int(at) + 1,
				func(err error) bool { return err == nil }},
			{"itself", func(buf []uint32, _ func()) ([]uint32, error) { return append(buf, at), nil }, int(at) + 1,
				func(err error) bool { return err == nil }},
			{"back twice", func(buf []uint32, _ func()) ([]uint32, error) { return append(buf, 0, at/2), nil }, int(at) + 1,
				func(err error) bool { return err == nil }},
		} {
			ctx, cancel := context.WithCancel(context.Background())
			got, err := m.MarkGraph(ctx, mark.TryFunc{Nodes: nodes + 1, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
				switch {
				case node > at:
					t.Errorf("%s at %d: node %d was asked for", c.name, at, node)
				case node == at:
					return c.answer(buf, cancel)
				}
				return append(buf, node+1), nil
			}}, []uint32{0})
			cancel()
			require.True(t, c.wrong(err), "%s at %d: %v", c.name, at, err)
			require.EqualValues(t, c.reached, got.Count(), "%s at %d", c.name, at)
		}
	}
}
