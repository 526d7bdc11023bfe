package invoke

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fake counts invocations, each of which takes as long as clock says.
type fake struct {
	at     time.Time
	each   time.Duration
	made   []int // per unit
	order  string
	last   float64 // done
	widths func(unit, made int) float64
}

func (f *fake) rounds(e Effort, units int) *Rounds {
	f.made = make([]int, units)
	return &Rounds{
		Effort: e, Units: units, now: func() time.Time { return f.at },
		HalfWidth: func(u int) float64 { return f.widths(u, f.made[u]) },
		Measure: func(unit, round int, done, share float64) error {
			f.at = f.at.Add(f.each)
			f.made[unit]++
			f.order += fmt.Sprint(unit)
			f.last = done + share
			return nil
		},
	}
}

// TestFixed: rounds alternate in direction, and the progress ends at 1.
func TestFixed(t *testing.T) {
	for n := 1; n < 5; n++ {
		f := fake{each: time.Hour}
		end, err := f.rounds(Effort{Fixed: n, Budget: time.Second, Least: 6, Most: 6}, 3).Run()
		require.NoError(t, err)
		assert.Equal(t, Complete, end)
		assert.Equal(t, []int{n, n, n}, f.made)
		assert.Equal(t, "012210012210"[:3*n], f.order)
		assert.InDelta(t, 1, f.last, 1e-9)
	}
}

// TestBudget: as many rounds as fit, within bounds.
func TestBudget(t *testing.T) {
	for each, want := range map[time.Duration]int{time.Second: 6, 10 * time.Second: 3, 25 * time.Second: 1, time.Hour: 1, 0: 6} {
		f := fake{each: each / 2}
		_, err := f.rounds(Effort{Budget: 30 * time.Second, Least: 1, Most: 6}, 2).Run()
		require.NoError(t, err)
		assert.Equal(t, []int{want, want}, f.made, each)
	}
	f := fake{each: time.Hour}
	_, err := f.rounds(Effort{Budget: time.Second, Least: 6, Most: 6}, 2).Run()
	require.NoError(t, err)
	assert.Equal(t, []int{6, 6}, f.made, "results that are saved")
}

// TestStrict: rounds that take longer than the first one end with the budget, and not with their number.
func TestStrict(t *testing.T) {
	for _, strict := range []bool{false, true} {
		f := fake{each: time.Second}
		r := f.rounds(Effort{Budget: 10 * time.Second, Least: 1, Most: 6, Strict: strict}, 2)
		measure := r.Measure
		r.Measure = func(unit, round int, done, share float64) error {
			f.each = time.Duration(1+round) * time.Second
			return measure(unit, round, done, share)
		}
		end, err := r.Run()
		require.NoError(t, err)
		if strict { // 2, 4 and 6 seconds: the last of them passes the end
			assert.Equal(t, TimeOver, end)
			assert.Equal(t, []int{3, 3}, f.made)
			continue
		}
		assert.Equal(t, Complete, end)
		assert.Equal(t, []int{5, 5}, f.made)
	}
}

// TestUntil: units drop out when they are precise, not before Least.
func TestUntil(t *testing.T) {
	f := fake{each: time.Second, widths: func(unit, made int) float64 { return float64(unit) / float64(made) }}
	end, err := f.rounds(Effort{Until: 0.2, For: time.Minute, Least: 3}, 3).Run()
	require.NoError(t, err)
	assert.Equal(t, Precise, end)
	assert.Equal(t, []int{3, 5, 10}, f.made)

	f = fake{each: time.Second, widths: func(int, int) float64 { return 1 }}
	end, err = f.rounds(Effort{Until: 0.2, For: 7 * time.Second, Least: 3}, 2).Run()
	require.NoError(t, err)
	assert.Equal(t, TimeOver, end)
	assert.Equal(t, "0110011", f.order)

	f = fake{each: time.Minute, widths: func(int, int) float64 { return 1 }}
	end, err = f.rounds(Effort{For: time.Second, Least: 3}, 2).Run()
	require.NoError(t, err)
	assert.Equal(t, TimeOver, end)
	assert.Equal(t, "01", f.order, "the first round is whole")
}

// TestMeasureFails: its error ends the rounds.
func TestMeasureFails(t *testing.T) {
	broken := errors.New("broken")
	calls := 0
	r := Rounds{Effort: Effort{Fixed: 5}, Units: 2, Measure: func(int, int, float64, float64) error {
		if calls++; calls == 3 {
			return broken
		}
		return nil
	}}
	_, err := r.Run()
	assert.ErrorIs(t, err, broken)
	assert.Equal(t, 3, calls)
}
