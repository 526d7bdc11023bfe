package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
)

// TestSimMakespan: one grid, the same report, table and picture each time. With
// -short there is one run: that the published figures come out again shows the
// same.
func TestSimMakespan(t *testing.T) {
	t.Parallel()
	svg := filepath.Join(t.TempDir(), "figure.svg")
	args := []string{"sim", "makespan", "--quick", "--reps", "3", "--seed", "7", "--json", "-", "--svg", svg}
	status, stdout, stderr := runCLI(args...)
	require.Equal(t, session.ExitOK, status, stderr)
	r := decode(t, stdout)
	assert.Equal(t, "gcbench-sim/1", r["schema"])
	assert.Equal(t, "makespan", r["model"])
	assert.Equal(t, 7.0, r["seed"])
	cells := r["results"].([]any)
	require.Len(t, cells, 6)
	for _, c := range cells {
		checkMakespanCell(t, c.(map[string]any))
	}
	assert.Contains(t, stderr, " 16384 ", "the table has a row")
	assert.Contains(t, stderr, "bounds are 3.65 and 3.02")
	assert.Contains(t, read(t, svg), "</svg>")
	if testing.Short() {
		return
	}

	again, second, _ := runCLI(args...)
	require.Equal(t, session.ExitOK, again)
	assert.Equal(t, stdout, second)
	args[6] = "8"
	_, other, _ := runCLI(args...)
	assert.NotEqual(t, stdout, other)
}

func checkMakespanCell(t *testing.T, c map[string]any) {
	t.Helper()
	assert.Equal(t, 3.0, c["runs"])
	for _, name := range []string{"standard", "cooperative"} {
		v := c[name].(map[string]any)
		for _, figure := range []string{"beyond", "constant", "requests", "granted"} {
			e := v[figure].(map[string]any)
			ci := e["ci95"].([]any)
			assert.LessOrEqual(t, ci[0], e["mean"], "%s %s", name, figure)
			assert.LessOrEqual(t, e["mean"], ci[1], "%s %s", name, figure)
		}
		mean := v["beyond"].(map[string]any)["mean"]
		assert.Positive(t, mean)
		assert.LessOrEqual(t, mean, v["longest"])
		assert.Less(t, v["longest"], v["bound"])
	}
	assert.Less(t, c["scattered"].(map[string]any)["mean"], 0.6)
	assert.Positive(t, c["ratio"].(map[string]any)["mean"])
}

// TestSimUsage: errors name the flag, and the help of the model.
func TestSimUsage(t *testing.T) {
	for args, says := range map[string]string{
		"makespan --reps 1":           "--reps",
		"makespan --reps 0":           "1 to 10000",
		"makespan --json - --svg -":   "--json and --svg both write to standard output",
		"makespan --seed -1":          "--seed",
		"makespan --svg":              "--svg",
		"makespan 5":                  `unexpected argument "5"`,
		"":                            "one of makespan, ",
		"nosuch":                      "gcbench sim has makespan, ",
		"makespan --json x --svg ./x": "--svg",
	} {
		t.Run(args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			status, stdout, stderr := runCLI(append([]string{"sim"}, strings.Fields(args)...)...)
			assert.Equal(t, session.ExitUsage, status, stderr)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, says)
			assert.Contains(t, stderr, "Try: gcbench sim")
			assert.Empty(t, filesIn(t, "."))
		})
	}
}

// TestInParallel: results are in order; an error or an interrupt ends the work.
func TestInParallel(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	s := &session.Session{Context: ctx, Progress: &session.Progress{}}
	squares, err := inParallel(s, 1000, func(i int) (int, error) { return i * i, nil })
	require.NoError(t, err)
	for i, v := range squares {
		require.Equal(t, i*i, v)
	}

	var begun atomic.Int32
	broken := errors.New("broken")
	_, err = inParallel(s, 1_000_000, func(i int) (int, error) {
		if begun.Add(1) == 50 {
			return 0, broken
		}
		return 0, nil
	})
	require.ErrorIs(t, err, broken)
	require.Less(t, begun.Load(), int32(1000))

	hangs := make(chan struct{}) // a simulation that takes long
	defer close(hangs)
	ctx2, stop2 := context.WithCancel(context.Background())
	_, err = inParallel(&session.Session{Context: ctx2, Progress: &session.Progress{}}, 100, func(i int) (int, error) {
		stop2()
		<-hangs
		return 0, nil
	})
	require.ErrorIs(t, err, context.Canceled)

	begun.Store(0)
	_, err = inParallel(s, 1_000_000, func(i int) (int, error) {
		if begun.Add(1) == 50 {
			stop()
		}
		return 0, nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, begun.Load(), int32(1000))

	none, err := inParallel(&session.Session{Context: context.Background(), Progress: &session.Progress{}}, 0, func(i int) (int, error) { return 0, nil })
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestEstimate(t *testing.T) {
	e := estimateOf([]float64{1, 2, 3}) // t of 2 degrees of freedom: 4.30265
	assert.InDelta(t, 2, e.Mean, 1e-9)
	assert.InDelta(t, 4.30265/1.7320508, e.plusMinus(), 1e-4)
	assert.Equal(t, 0.333333, estimateOf([]float64{1. / 3, 1. / 3}).Mean)
}
