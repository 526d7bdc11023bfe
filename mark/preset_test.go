package mark_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// A preset is complete: it says whom it imitates, from what source, and what it
// leaves out; its options are valid and leave nothing to defaults.
func TestPresets(t *testing.T) {
	seen := map[mark.Options]string{}
	for _, p := range mark.Presets() {
		require.Regexp(t, regexp.MustCompile(`^[a-z0-9]+$`), p.Name)
		require.NotEmpty(t, p.Doc, p.Name)
		require.NotEmpty(t, p.Source, p.Name)
		require.NotEmpty(t, p.Omits, p.Name)
		for _, o := range p.Omits {
			require.NotEmpty(t, o)
		}
		o := p.Options
		require.NoError(t, o.Validate(), p.Name)
		kind, ok := stealq.KindByName(o.Queue)
		require.True(t, ok)
		require.True(t, kind.Offers(o.Amount), "%s: the amount is spelt out", p.Name)
		require.Zero(t, o.Workers)
		require.Zero(t, o.Seed)
		require.NotZero(t, o.Grain)
		require.NotZero(t, o.Deque)
		require.NotZero(t, o.Overflow)
		require.Empty(t, seen[o], "%s is the same", p.Name)
		seen[o] = p.Name

		found, ok := mark.PresetByName(p.Name)
		require.True(t, ok)
		require.Equal(t, p, found)
	}
	_, ok := mark.PresetByName("cms")
	require.False(t, ok)
}

// Every preset marks every shape, and does what it is a preset for.
func TestPresetsMarkEveryShape(t *testing.T) {
	heaps := knownShapes(t, 3000)
	for _, p := range mark.Presets() {
		t.Run(p.Name, func(t *testing.T) {
			var sum mark.WorkerStats
			for _, workers := range []int{1, 3} {
				o := p.Options
				o.Workers = workers
				m := newMarker(t, o)
				for _, s := range shape.Names() {
					markWith(t, m, heaps[s], &sum, s)
				}
			}
			if p.Options.Grain == 1 {
				require.Positive(t, sum.Deque.Pushes)
			}
		})
	}
}
