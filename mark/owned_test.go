package mark_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// owned are options with which mark bits have owners on any machine.
func owned(workers, recruit int) mark.Options {
	return mark.Options{Workers: workers, Tuning: mark.Tuning{Marking: mark.MarkingOwner, Recruit: recruit}}
}

// Owners mark what is reachable, whatever the shape and however many they are, and they
// forward references.
func TestOwnersMarkWhatIsReachable(t *testing.T) {
	objects := uint64(60_000)
	if testing.Short() {
		objects = 20_000
	}
	for _, name := range []string{"random", "tree", "list", "wide", "arrays", "app", "grid", "rmat", "debruijn", "lists", "deep"} {
		s, err := shape.Parse(name)
		require.NoError(t, err)
		n := objects
		if name == "list" || name == "deep" || name == "lists" || name == "grid" {
			n = 1_000 // each step is a handover, unless a worker may be alone
		}
		h, err := s.Build(shape.Params{Objects: n, Seed: 1, Layout: shape.Shuffled})
		require.NoError(t, err)
		for _, workers := range []int{2, 3, 8, 40} {
			for _, recruit := range []int{0, 1, 500} {
				idles := mark.IdlePolicies()
				if testing.Short() {
					idles = idles[:1+2*(workers&1)]
				}
				for _, idle := range idles {
					o := owned(workers, recruit)
					o.Tuning.Idle = idle
					t.Run(fmt.Sprintf("%s/workers=%d/recruit=%d/idle=%v", name, workers, recruit, idle), func(t *testing.T) {
						m := newMarker(t, o)
						for range 2 {
							r := requireOracle(t, m, h)
							sum := r.Stats.Sum()
							if recruit == 0 {
								require.Positive(t, sum.RefsForwarded, "nothing was forwarded, so nothing was shown")
								require.Zero(t, sum.ExclusiveSpells)
							}
						}
					})
				}
			}
		}
	}
}

var _ = context.Background
