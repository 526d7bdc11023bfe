package judge

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// increments is two workers that add to a counter with a load and a store, so many times.
func increments(times int, wrong bool) Program {
	return Program{Says: "two workers count", Run: func(w *interleave.World) func() {
		var counter interleave.Uint64
		w.Name("counter", &counter, nil)
		for range 2 {
			w.Go("worker", func() {
				for range times {
					counter.Store(counter.Load() + 1)
				}
			})
		}
		return func() {
			if got := counter.Load(); wrong && got != uint64(2*times) {
				w.Failf("the counter is %d", got)
			}
		}
	}}
}

// A failure is said with the program, the steps of a short schedule, and the schedule.
func TestEverySchedule(t *testing.T) {
	detail, fault := EverySchedule("", increments(1, false), increments(2, false)).Run()
	require.Nil(t, fault)
	assert.Regexp(t, `^2 small programs, \d+ executions$`, detail)

	_, fault = EverySchedule("", increments(1, false), increments(2, true)).Run()
	require.NotNil(t, fault)
	assert.Contains(t, fault.Says, "the counter is ")
	assert.Equal(t, "two workers count", fault.Program)
	assert.Contains(t, fault.Table, "counter writes: 1")
	assert.NotEmpty(t, fault.Schedule)
}

// A program with too many schedules is tried in those with few preemptions.
func TestSlowTooManySchedules(t *testing.T) {
	tagged.Slow(t)
	detail, fault := EverySchedule("", increments(12, false)).Run()
	require.Nil(t, fault)
	assert.Contains(t, detail, "those with 2 preemptions at most were tried: 1")
	_, fault = EverySchedule("", increments(12, true)).Run()
	require.NotNil(t, fault)
}

// If these are too many, too, there is no verdict.
func TestFarTooManySchedules(t *testing.T) {
	_, fault, why := guarded(explore("", "", interleave.Options{Executions: 10}, []Program{increments(12, false)}))
	assert.Nil(t, fault)
	assert.Contains(t, why, "the answer makes too many steps: two workers count")
}

// An answer that shares no memory that the judge sees is not passed.
func TestNothingShared(t *testing.T) {
	_, fault := EverySchedule("", Program{Run: func(w *interleave.World) func() {
		w.Go("worker", func() {})
		return nil
	}}).Run()
	require.NotNil(t, fault)
	assert.Contains(t, fault.Says, "types of atomics.go")
}

// A loop that waits and writes has no end. Its table is folded, and there is no schedule. Its program can be played.
func TestEndless(t *testing.T) {
	_, fault := EverySchedule("", Program{link: "1.1", Run: func(w *interleave.World) func() {
		var lock interleave.Uint64
		w.Go("worker", func() {
			for lock.Add(1) != 0 {
			}
		})
		return nil
	}}).Run()
	require.NotNil(t, fault)
	assert.Contains(t, fault.Says, "no end after 2000 steps")
	assert.Empty(t, fault.Schedule)
	assert.Regexp(t, `2000  #0 adds up to: \d+\n$`, fault.Table)
	assert.Less(t, len(fault.Table), 4000)
	assert.Equal(t, "1.1", fault.Link)
}

// A fault that cannot be played says why.
func TestUnplayed(t *testing.T) {
	for why, c := range map[string]Check{
		verdict.OneWorker:        {},
		Threads:                  {Unplayed: Threads},
		"it came to no schedule": EverySchedule("", increments(1, false)),
	} {
		if underRace {
			why = Threads
		}
		assert.Equal(t, why, c.unplayed(Fault("wrong")))
		assert.Empty(t, c.unplayed(&verdict.Fault{Link: "1.1"}))
	}
}

// Asleep lets worker a sleep while b makes more steps than a search of all schedules can try.
func TestAsleep(t *testing.T) {
	round := func(bits uint64, before int) Program {
		return Program{Run: func(w *interleave.World) func() {
			var tag interleave.Uint64
			changes := 0
			w.Go("worker", func() {
				for range before {
					tag.Load()
				}
				was, before := tag.Load(), changes
				if tag.CompareAndSwap(was, was) && changes != before {
					w.Failf("after %d changes the tag is the same", changes-before)
				}
			})
			w.Go("worker", func() {
				for range 64 {
					tag.Store((tag.Load() + 1) % (1 << bits))
					changes++
				}
			})
			return nil
		}}
	}
	Trying(nil)
	_, fault := Asleep("", round(7, 0)).Run()
	assert.Nil(t, fault)
	assert.NotNil(t, trying.Load(), "nobody watches whether it returns")
	for before := range 6 { // steps of a before the one after which it must sleep
		_, fault = Asleep("", round(7, before), round(6, before)).Run()
		require.NotNil(t, fault, "%d steps", before)
		assert.Equal(t, "after 64 changes the tag is the same", fault.Says)
	}
}

// TestAtTheEnd: the last line of a table says who has found what is wrong: a worker, or the judge
// at the end.
func TestAtTheEnd(t *testing.T) {
	const steps = "step  a worker\n   1  x reads: 0\n"
	assert.Equal(t, steps+"      at the end, when all workers have ended\n", atTheEnd(steps+"      it is lost\n", "it is lost"))
	assert.Equal(t, steps+"      worker a: it is lost\n", atTheEnd(steps+"      worker a: it is lost\n", "it is lost"))
	assert.Empty(t, atTheEnd("", "it is lost"))
}
