package tune_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A preset is complete: it says whom it imitates, from what source, and what it
// leaves out; its choices are valid and leave nothing to defaults.
func TestPresets(t *testing.T) {
	seen := map[string]string{}
	for _, p := range tune.Presets() {
		require.Regexp(t, regexp.MustCompile(`^[a-z0-9]+$`), p.Name)
		require.NotEmpty(t, p.Doc, p.Name)
		require.NotEmpty(t, p.Source, p.Name)
		require.NotEmpty(t, p.Omits, p.Name)
		for _, o := range p.Omits {
			require.NotEmpty(t, o)
		}
		o := mark.Options{}.Imitating(p)
		require.NoError(t, o.Validate(), p.Name)
		require.True(t, p.Deque.Offers(p.Tuning.Amount), "%s: the amount is spelt out", p.Name)
		require.Zero(t, p.Tuning.Seed)
		if p.Name == "halfmark" {
			require.Equal(t, tune.MarkingAuto, p.Tuning.Marking)
			require.Equal(t, tune.SpeculationLone, p.Tuning.Speculation)
		} else {
			require.Equal(t, tune.MarkingShared, p.Tuning.Marking, "%s: no collector that is imitated gives mark bits owners", p.Name)
			require.Equal(t, tune.SpeculationOff, p.Tuning.Speculation, "%s: no collector that is imitated speculates", p.Name)
		}
		require.NotZero(t, p.Grain)
		require.NotZero(t, p.Capacity)
		require.NotZero(t, p.Deque)
		require.NotZero(t, p.OverflowBlocks)
		require.Empty(t, seen[fmt.Sprint(o)], "%s is the same", p.Name)
		seen[fmt.Sprint(o)] = p.Name

		found, err := tune.ParsePreset(p.Name)
		require.NoError(t, err)
		require.Equal(t, p, found)
	}
	_, err := tune.ParsePreset("cms")
	require.EqualError(t, err, `mark: no preset "cms": it must be halfmark, hotspot, go, goworkbuf, zgc, openj9 or boehm`)
}
