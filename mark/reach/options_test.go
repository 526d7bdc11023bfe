package reach_test

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/dominators"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// calls are the calls that take options, by name.
var calls = map[string]func(context.Context, mark.Digraph, mark.Options) error{
	"reach.Path": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := reach.Path(ctx, g, []uint32{0}, 1, o)
		return err
	},
	"reach.Paths": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := reach.Paths(ctx, g, []uint32{0}, []uint32{1, 2}, o)
		return err
	},
	"reach.Levels": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := reach.Levels(ctx, g, []uint32{0}, o)
		return err
	},
	"reach.Search": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := reach.Search(ctx, g, []uint32{0}, o)
		return err
	},
	"reach.Referrers": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := reach.Referrers(ctx, g, []uint32{0}, []uint32{1}, o)
		return err
	},
	"reach.RetainedByRoots": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := reach.RetainedByRoots(ctx, g, []uint32{0}, []uint32{1}, o)
		return err
	},
	"dominators.Of": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := dominators.Of(ctx, g, []uint32{0}, o)
		return err
	},
	"reach.Retained": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := reach.Retained(ctx, g, []uint32{0}, []uint32{1}, o)
		return err
	},
	"reach.Ephemerons": func(ctx context.Context, g mark.Digraph, o mark.Options) error {
		_, err := reach.Ephemerons(ctx, g, []uint32{0}, []reach.Ephemeron{{0, 1, 2}}, o)
		return err
	},
}

// ignored are the options that each call would ignore.
var ignored = map[string][]string{
	"reach.Path":      {"Until", "Progress", "Timeline", "Deque", "Capacity", "Grain", "OverflowBlocks", "Tuning", "Turn"},
	"reach.Paths":     {"Until", "Progress", "Timeline", "Deque", "Capacity", "Grain", "OverflowBlocks", "Tuning", "Turn"},
	"reach.Levels":    {"Until", "Progress", "Timeline", "Deque", "Capacity", "Grain", "OverflowBlocks", "Tuning", "Turn"},
	"reach.Search":    {"Until", "Progress", "Timeline", "Deque", "Capacity", "Grain", "OverflowBlocks", "Tuning", "Turn"},
	"reach.Referrers": {"Timeline", "Tuning", "Turn"},
	"reach.Retained":  {"Timeline", "Turn"},
	"dominators.Of":   {"Timeline", "Turn"},

	"reach.RetainedByRoots": {"Timeline", "Turn"},
	"reach.Ephemerons":      {},
}

// TestIgnoredOptions: each option is used or refused, whichever is given alone.
func TestIgnoredOptions(t *testing.T) {
	all := mark.Options{
		Workers: 2, Until: func(uint32) bool { return false }, Progress: func(mark.Progress) {},
		Timeline: 10, Turn: func(int, timeline.Activity) {},
		Deque: stealq.ABP, Capacity: 64, Grain: 7, OverflowBlocks: 9, Tuning: tune.Tuning{Seed: 5},
	}
	for name, call := range calls {
		require.NoError(t, call(t.Context(), ring(10), mark.Options{Workers: 2}))
		for i := range reflect.TypeFor[mark.Options]().NumField() {
			field := reflect.TypeFor[mark.Options]().Field(i).Name
			given := reflect.ValueOf(all).Field(i)
			require.False(t, given.IsZero(), "the test gives no %s", field)
			var o mark.Options
			reflect.ValueOf(&o).Elem().Field(i).Set(given)
			if field == "Turn" && !slices.Contains(ignored[name], field) {
				o.Timeline = 10
			}
			err := call(t.Context(), ring(10), o)
			if !slices.Contains(ignored[name], field) {
				require.NoError(t, err, "%s of %s", field, name)
				continue
			}
			var wrong *mark.OptionError
			require.ErrorAs(t, err, &wrong, "%s of %s", field, name)
			require.Equal(t, field, wrong.Option)
			require.Contains(t, wrong.Problem, name+" would ignore it: ")
		}
	}
}

// TestDeadContext: where the context has ended already, no call takes memory for its graph.
func TestDeadContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range calls {
		for _, nodes := range []int{10, 100_000_000} {
			g := mark.Func{Nodes: nodes, Successors: func([]uint32, uint32) []uint32 { panic("nobody shall ask") }}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := call(ctx, g, mark.Options{})
			runtime.ReadMemStats(&after)
			require.ErrorIs(t, err, context.Canceled, name)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), name)
		}
	}
	r, err := reach.Ephemerons(ctx, ring(10), []uint32{0}, nil, mark.Options{})
	require.ErrorContains(t, err, "mark: stopped before it began: context canceled")
	require.Zero(t, r.Count())
	d, err := reach.Levels(ctx, ring(10), []uint32{0}, mark.Options{})
	require.Error(t, err)
	require.Zero(t, d.Count())
	require.Empty(t, d.Sizes())
}
