package judge

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// exploring runs a check as a process with these orders would, and returns what that has explored.
func exploring(t *testing.T, o Orders, c Check) (x *explorer, why string) {
	t.Helper()
	before := explores
	t.Cleanup(func() { explores = before })
	explores = newExplorer(&o)
	_, fault, why := guarded(c)
	assert.Nil(t, fault)
	return explores, why
}

// again makes the sample of one process again in another, and counts what differs.
func again(t *testing.T, x *explorer, c Check) (differ int) {
	t.Helper()
	other, _ := exploring(t, Orders{Again: &x.Explored}, c)
	require.Len(t, other.digests, len(x.Sample))
	for i, e := range x.Sample {
		if other.digests[i] != e.Digest {
			differ++
		}
	}
	return differ
}

// TestSlowAgain: a program that depends on its schedule alone does the same in another process, in
// whichever way it was explored. It does the same where an exploration was cut short.
func TestSlowAgain(t *testing.T) {
	tagged.Slow(t)
	for name, c := range map[string]Check{
		"all":  EverySchedule("", increments(1, false), increments(2, false), increments(4, false)),
		"few":  FewPreemptions(2, "", increments(3, false), increments(2, false)),
		"some": EverySchedule("", increments(1, false), increments(12, false), increments(2, false)),
	} {
		x, why := exploring(t, Orders{Seed: 1}, c)
		assert.Empty(t, why, name)
		assert.NotEmpty(t, x.Sample, name)
		assert.Zero(t, again(t, x, c), name)
	}
}

// TestSample: the sample is of all executions, another one for another seed, and the same one
// for the same seed.
func TestSample(t *testing.T) {
	c := EverySchedule("", increments(4, false), increments(4, false))
	one, _ := exploring(t, Orders{Seed: 1}, c)
	same, _ := exploring(t, Orders{Seed: 1}, c)
	other, _ := exploring(t, Orders{Seed: 2}, c)
	require.Greater(t, one.seen, 2*SampleSize)
	require.Len(t, one.Sample, SampleSize)
	assert.Equal(t, one.Sample, same.Sample)
	assert.NotEqual(t, one.Sample, other.Sample)
	of := map[int]int{}
	for _, e := range one.Sample {
		of[e.Exploration]++
	}
	assert.Greater(t, of[1], SampleSize/4)
	assert.Greater(t, of[2], SampleSize/4)
}

// TestMemoryOfExecutions: a program that reads once more after so many executions is explored to its
// end, and does something else in another process.
func TestMemoryOfExecutions(t *testing.T) {
	made := 0
	c := EverySchedule("", increments(1, false), Program{Says: "it remembers", Run: func(w *interleave.World) func() {
		var x interleave.Uint64
		if made++; made > 500 {
			x.Load()
		}
		return increments(4, false).Run(w)
	}})
	x, why := exploring(t, Orders{Seed: 1}, c)
	assert.Empty(t, why)
	require.Greater(t, made, 2*SampleSize)
	made = 0
	assert.Greater(t, again(t, x, c), SampleSize/4)
}

// TestUnsteady: a program that is not the same in two executions of one exploration has no
// verdict, whether the explorer sees it when it goes back or when it shows a failure.
func TestUnsteady(t *testing.T) {
	runs := 0
	ends := Program{Says: "it is shorter each time", Run: func(w *interleave.World) func() {
		runs++
		return increments(max(0, 3-runs), false).Run(w)
	}}
	_, why := exploring(t, Orders{}, EverySchedule("", ends))
	assert.Contains(t, why, interleave.ErrNotTheSame.Error())

	runs = 0
	_, why = exploring(t, Orders{}, EverySchedule("", Program{Says: "it fails once", Run: func(w *interleave.World) func() {
		runs++
		if increments(1, false).Run(w); runs == 1 {
			return func() { w.Failf("once") }
		}
		return nil
	}}))
	assert.Contains(t, why, interleave.ErrNotTheSame.Error())
}

// TestNothingToChoose: where the order of two workers' steps never matters, there is no verdict. One
// worker alone has nothing to choose, and what is wrong stays wrong.
func TestNothingToChoose(t *testing.T) {
	apart := func(workers int, wrong bool) Program {
		return Program{Says: "each has a word", Run: func(w *interleave.World) func() {
			for range workers {
				w.Go("worker", func() { new(interleave.Uint64).Store(1) })
			}
			return func() {
				if wrong {
					w.Failf("wrong")
				}
			}
		}}
	}
	_, why := exploring(t, Orders{}, EverySchedule("", apart(1, false), apart(2, false), apart(3, false)))
	assert.Contains(t, why, "in 2 programs with several workers there was nothing to choose")
	_, why = exploring(t, Orders{}, EverySchedule("", apart(1, false)))
	assert.Empty(t, why)
	_, why = exploring(t, Orders{}, EverySchedule("", apart(2, false), increments(1, false)))
	assert.Empty(t, why)
	explores = newExplorer(&Orders{})
	_, fault, why := guarded(EverySchedule("", apart(2, true)))
	assert.Equal(t, &verdict.Fault{Says: "wrong", Program: "each has a word"}, &verdict.Fault{Says: fault.Says, Program: fault.Program})
	assert.Empty(t, why)
}
