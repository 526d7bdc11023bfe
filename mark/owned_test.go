package mark_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// owned are options with which mark bits have owners on any machine.
func owned(workers, recruit int) mark.Options {
	return mark.Options{Workers: workers, OverflowBlocks: smallPool, Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: recruit}}
}

// Owners mark what is reachable, whatever the shape and however many they are, and they
// forward references.
func TestOwnersMarkWhatIsReachable(t *testing.T) {
	objects := uint64(8_000)
	if testing.Short() {
		objects = 5_000
	}
	recruits, idles := []int{0, 1, 500}, tune.IdlePolicies()
	for i, name := range []string{"random", "tree", "list", "wide", "arrays", "app", "grid", "rmat", "debruijn", "lists", "deep"} {
		s, err := shape.Parse(name)
		require.NoError(t, err)
		n := objects
		if name == "list" || name == "deep" || name == "lists" || name == "grid" {
			n = 1_000 // each step is a handover, unless a worker may be alone
		}
		h, err := s.Build(shape.Params{Objects: n, Seed: 1, Layout: shape.Shuffled})
		require.NoError(t, err)
		want := reached(t, h)
		for k, workers := range []int{2, 3, 8, 40} { // any two values of two choices meet
			o := owned(workers, recruits[(i+k)%len(recruits)])
			o.Tuning.Idle = idles[(i/len(recruits)+k)%len(idles)]
			t.Run(fmt.Sprintf("%s/workers=%d/recruit=%d/idle=%v", name, workers, o.Tuning.Recruit, o.Tuning.Idle), func(t *testing.T) {
				m := newMarker(t, o)
				for range 2 {
					sum := requireReached(t, m, h, want).Stats.Sum()
					if o.Tuning.Recruit == 0 {
						require.Positive(t, sum.RefsForwarded, "nothing was forwarded, so nothing was shown")
						require.Zero(t, sum.ExclusiveSpells)
					}
				}
			})
		}
	}
}

// Owners mark what is reachable in adjacency arrays, node 0 included, which another node
// leads to.
func TestOwnersMarkAdjacency(t *testing.T) {
	const nodes = 20_000
	offsets, targets := []uint64{0}, []uint32(nil)
	for node := range uint32(nodes) {
		switch {
		case node == 77:
			for i := range uint32(3000) {
				targets = append(targets, i*6)
			}
		case node%3 > 0:
			targets = append(targets, node*7919%nodes, node*104729%nodes, 0)
		}
		offsets = append(offsets, uint64(len(targets)))
	}
	g, err := mark.NewAdjacency(offsets, targets)
	require.NoError(t, err)
	want, err := mark.Graph(t.Context(), g, []uint32{1, 77}, mark.Options{Workers: 1})
	require.NoError(t, err)
	require.True(t, want.Has(0))
	for _, workers := range []int{2, 3, 7} {
		for _, recruit := range []int{0, 100} {
			m := newMarker(t, owned(workers, recruit))
			for range 20 {
				r, err := m.MarkGraph(t.Context(), g, []uint32{1, 77})
				require.NoError(t, err)
				require.Equal(t, want.Count(), r.Count())
				for node := range want.All() {
					if !r.Has(node) {
						t.Fatalf("node %d is not marked", node)
					}
				}
				if recruit == 0 {
					require.Positive(t, r.Stats.Sum().RefsForwarded)
				}
			}
		}
	}
}

// With owners, a Marker marks a heap and then adjacency arrays, and a mark that was
// cancelled leaves nothing behind.
func TestOwnersMarkAgain(t *testing.T) {
	s, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: 30_000, Seed: 1, Layout: shape.Shuffled})
	require.NoError(t, err)
	for _, recruit := range []int{0, 1000} {
		m := newMarker(t, owned(3, recruit))
		for i := range 30 {
			ctx, cancel := context.WithCancel(t.Context())
			if i%2 == 1 {
				time.AfterFunc(time.Duration(i)*20*time.Microsecond, cancel)
				if _, err := m.MarkHeap(ctx, h); err != nil {
					require.ErrorIs(t, err, context.Canceled)
				}
			} else {
				requireOracle(t, m, h)
			}
			cancel()
		}
	}
}

// Owners are for heaps, for adjacency arrays and for grains above 1.
func TestWhereOwnersMeanNothing(t *testing.T) {
	var bad *mark.OptionError
	_, err := mark.Graph(t.Context(), mark.Func{Nodes: 1, Successors: func(buf []uint32, _ uint32) []uint32 { return buf }}, nil, owned(2, 0))
	require.ErrorAs(t, err, &bad)
	require.Equal(t, "Tuning.Marking", bad.Option)
	o := owned(2, 0)
	o.Grain = 1
	require.ErrorAs(t, o.Validate(), &bad)
	require.Equal(t, "Tuning.Marking", bad.Option)
	require.ErrorAs(t, mark.Options{Tuning: tune.Tuning{Recruit: -1}}.Validate(), &bad)
	require.Equal(t, "Tuning.Recruit", bad.Option)
	require.ErrorAs(t, mark.Options{Tuning: tune.Tuning{Marking: 7}}.Validate(), &bad)
}
