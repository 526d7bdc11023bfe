package judge

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// SampleSize is how many executions of a check are made again in another process. An answer that
// does something else in one execution of a hundred is found with a probability of 99 %.
const SampleSize = 500

// explorer stands between a check and the explorer of schedules. It draws a sample of the
// executions, or makes the sample of another process again, and nothing else.
//
// An answer may keep something from one execution to the next, or know somehow which execution
// this is. In another process the sampled executions come without those between them. If the
// answer then does something else, it has not been judged in every schedule.
type explorer struct {
	verdict.Explored
	draw     *rand.Rand
	programs int // explorations
	seen     int // executions
	meetings int // programs with several threads
	met      int // executions of these

	unsteady bool // the answer has not done the same in two executions of one schedule
	again    bool
	digests  []uint64 // of the executions that were made again
}

// explores is the explorer of this process, which makes one check.
var explores = newExplorer(&Orders{})

func newExplorer(o *Orders) *explorer {
	x := &explorer{draw: rand.New(rand.NewPCG(o.Seed, uint64(o.Check)))}
	x.Ends = map[int]verdict.End{}
	if o.Again != nil {
		x.Explored, x.again, x.digests = *o.Again, true, make([]uint64, len(o.Again.Sample))
	}
	return x
}

// explore is interleave.Explore.
func (x *explorer) explore(p interleave.Program, o interleave.Options) interleave.Report {
	x.programs++
	if x.again {
		return x.repeat(p, o)
	}
	defer func() {
		if r := recover(); r != nil {
			err, _ := r.(error)
			x.unsteady = errors.Is(err, interleave.ErrNotTheSame)
			panic(r)
		}
	}()
	threads := 0
	o.Observe = func(e *interleave.Execution) {
		threads = e.Threads
		x.observe(e)
	}
	before := x.seen
	rep := interleave.Explore(p, o)
	if threads > 1 {
		x.meetings++
		x.met += x.seen - before
	}
	failed := rep.Failure != nil
	if !rep.Complete || failed {
		x.Ends[x.programs] = verdict.End{Complete: rep.Complete, Endless: failed && endless(rep.Failure)}
	}
	x.unsteady = x.unsteady || failed && errors.Is(rep.Failure.Err, interleave.ErrNotTheSame)
	return rep
}

// observe puts an execution into the sample, with the same probability for each.
func (x *explorer) observe(e *interleave.Execution) {
	x.seen++
	if e.Err != nil {
		return // it will be shown, or a part of the schedules is explored again
	}
	place := len(x.Sample)
	if place == SampleSize {
		if place = x.draw.IntN(x.seen); place >= SampleSize {
			return
		}
	} else {
		x.Sample = append(x.Sample, verdict.Execution{})
	}
	x.Sample[place] = verdict.Execution{Exploration: x.programs, Schedule: e.Schedule(), Digest: e.Digest}
}

// repeat makes the executions of the sample again that belong to the exploration which would
// begin now, and reports that it ended as it did in the other process.
func (x *explorer) repeat(p interleave.Program, o interleave.Options) interleave.Report {
	for i, s := range x.Sample {
		if s.Exploration != x.programs {
			continue
		}
		if e, err := interleave.Retrace(p, s.Schedule, o.Steps); err == nil && e.Err == nil {
			x.digests[i] = e.Digest
		}
	}
	rep := interleave.Report{Executions: 1, Longest: 1, Complete: true}
	if end, other := x.Ends[x.programs]; other {
		rep.Complete = end.Complete
		if end.Endless {
			rep.Failure = &interleave.Failure{Err: interleave.ErrNoEnd}
		}
	}
	return rep
}

// doubt says why a check that has ended so gives no verdict; "" if it does.
func (x *explorer) doubt(fault *verdict.Fault) string {
	switch {
	case x.unsteady:
		return fmt.Sprintf("the answer cannot be judged: %v", interleave.ErrNotTheSame)
	case fault == nil && x.meetings > 0 && x.met == x.meetings:
		return fmt.Sprintf("in %d programs with several workers there was nothing to choose: the order of their steps never matters, "+
			"so they share nothing through the types of atomics.go", x.meetings)
	}
	return ""
}
