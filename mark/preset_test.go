package mark_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Every preset marks every shape, and does what it is a preset for.
func TestPresetsMarkEveryShape(t *testing.T) {
	heaps := knownShapes(t, 3000)
	for _, p := range tune.Presets() {
		t.Run(p.Name, func(t *testing.T) {
			var sum stats.Worker
			for _, workers := range []int{1, 3} {
				m := newMarker(t, mark.Options{Workers: workers}.Imitating(p))
				for _, s := range shape.Names() {
					markWith(t, m, heaps[s], &sum, s)
				}
			}
			if p.Grain == 1 {
				require.Positive(t, sum.Deque.Pushes)
			}
		})
	}
}

// A preset leaves open what is none of its choices.
func TestImitating(t *testing.T) {
	o := mark.Options{Workers: 3, Timeline: 7, Grain: 9, Tuning: tune.Tuning{Seed: 5, Recruit: 1, Idle: tune.IdleSpin}}
	for _, p := range tune.Presets() {
		got := o.Imitating(p)
		want := mark.Options{Workers: 3, Timeline: 7, Deque: p.Deque, Grain: p.Grain, Capacity: p.Capacity, OverflowBlocks: p.OverflowBlocks, Tuning: p.Tuning}
		want.Tuning.Seed = 5
		require.Equal(t, want, got)
	}
}
