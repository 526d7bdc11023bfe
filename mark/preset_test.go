package mark_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// A preset is complete: it says whom it imitates, from what source, and what it
// leaves out; its options are valid and leave nothing to defaults.
func TestPresets(t *testing.T) {
	seen := map[string]string{}
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
		require.True(t, o.Deque.Offers(o.Tuning.Amount), "%s: the amount is spelt out", p.Name)
		require.Zero(t, o.Workers)
		require.Zero(t, o.Tuning.Seed)
		if p.Name == "halfmark" {
			require.Equal(t, mark.MarkingAuto, o.Tuning.Marking)
			require.Equal(t, mark.Options{}.Speculation, o.Speculation)
		} else {
			require.Equal(t, mark.MarkingShared, o.Tuning.Marking, "%s: no collector that is imitated gives mark bits owners", p.Name)
			require.Equal(t, mark.SpeculationOff, o.Speculation, "%s: no collector that is imitated speculates", p.Name)
		}
		require.NotZero(t, o.Grain)
		require.NotZero(t, o.Deque)
		require.NotZero(t, o.OverflowBlocks)
		require.Empty(t, seen[fmt.Sprint(o)], "%s is the same", p.Name)
		seen[fmt.Sprint(o)] = p.Name

		found, err := mark.ParsePreset(p.Name)
		require.NoError(t, err)
		require.Equal(t, p, found)
	}
	_, err := mark.ParsePreset("cms")
	require.EqualError(t, err, `mark: no preset "cms": it must be halfmark, hotspot, go, goworkbuf, zgc, openj9 or boehm`)
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
