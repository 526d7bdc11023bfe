package timing

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// TestCrews: one worker and all processors are among them, in order.
func TestCrews(t *testing.T) {
	for processors, want := range map[int][2][]int{
		1: {{1}, {1}}, 2: {{1, 2}, {1, 2}}, 3: {{1, 2, 3}, {1, 2, 3}}, 4: {{1, 2, 4}, {1, 2, 3, 4}}, 6: {{1, 2, 4, 6}, {1, 2, 3, 4, 6}},
		16: {{1, 2, 4, 8, 16}, {1, 2, 3, 4, 6, 8, 12, 16}}, 96: {{1, 2, 4, 8, 16, 32, 64, 96}, {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96}},
	} {
		assert.Equal(t, want, [2][]int{crews(processors, false), crews(processors, true)})
	}
}

// TestFit: what is planned fits into the time, whatever it is, and more time never brings less.
func TestFit(t *testing.T) {
	took := []time.Duration{time.Second, 2 * time.Second, time.Second}
	sizes := []uint64{largestHeap, largestHeap / 2, largestHeap / 16, smallestHeap}
	var before fitted
	for left := time.Second; left < time.Hour; left += time.Second {
		f := fit(left, took, sizes, 1.5)
		require.True(t, f.heaps > before.heaps || f.heaps == before.heaps && f.objects >= before.objects, "%v: %+v after %+v", left, f, before)
		if f.rounds > 1 {
			require.GreaterOrEqual(t, left, time.Duration(f.rounds)*f.round+f.round/2)
			require.GreaterOrEqual(t, f.rounds, leastRounds)
		}
		before = f
	}
	assert.Equal(t, fitted{heaps: 3, objects: largestHeap, between: true, round: 96 * time.Second, rounds: flags.MostInvocations}, before)
	assert.Equal(t, fitted{heaps: 1, objects: smallestHeap, round: time.Second, rounds: 1}, fit(time.Millisecond, took, sizes, 1.5))
	short := fit(4*time.Second, took, sizes, 1.5)
	assert.Equal(t, 1, short.heaps)
}

// TestIdleOwners: more owners than can be are left out where the same number of workers shares bits, and nowhere else.
func TestIdleOwners(t *testing.T) {
	both := Run{Marks: flags.Marks{Workers: []int{1, tune.MaxOwners, 64, 128}}}
	both.Marking = []string{"owner", "shared"}
	setups, err := both.Setups()
	require.NoError(t, err)
	kept := both.withoutIdleOwners(setups)
	assert.Len(t, kept, 6)
	assert.Equal(t, "2 of 8 settings are left out: at most 32 workers can own mark bits, and --marking owner has more", both.ownersOut)

	alone := Run{Marks: both.Marks}
	alone.Marking = []string{"owner"}
	setups, err = alone.Setups()
	require.NoError(t, err)
	assert.Len(t, alone.withoutIdleOwners(setups), 4)
	assert.Empty(t, alone.ownersOut)
}
